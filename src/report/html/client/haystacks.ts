import type { Finding } from '../../../audit/finding.ts';
import type { ClaimRow, Cluster, EntryRow, RedirectRow, SitemapRow, SkippedRow } from '../../../audit/report.ts';

/** The texts of rows in which the filters of the tabs look, and the search of all tabs. */
export const HAYSTACKS = {
  findings: ({ url, message, cause, rule, fingerprint }: Finding): string =>
    joined(url, message, cause, rule, fingerprint),
  entries: ({ url, key, state, reason }: EntryRow): string => joined(url, key, state, reason),
  clusters: ({ leader, members }: Cluster): string => joined(leader, ...members.map(({ url }) => url)),
  redirects: ({ from, to }: RedirectRow): string => joined(from, to),
  sitemap: ({ url, sitemap, rule }: SitemapRow): string => joined(url, sitemap, rule),
  skipped: ({ reason, means, examples }: SkippedRow): string => joined(reason, means, ...examples),
  claims: ({ kind, host, about, path, verdict }: ClaimRow): string => joined(kind, host, about, path, verdict),
} as const;

/** What to look for, in lower case. A URL that is pasted may have spaces around it. */
export function needleOf(q: string): string {
  return q.trim().toLowerCase();
}

/** On lines of their own: an input field cannot hold a line feed, so nothing is found across two of them. */
function joined(...texts: readonly (string | null)[]): string {
  return texts.join('\n');
}
