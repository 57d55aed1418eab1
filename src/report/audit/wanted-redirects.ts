import type { AuditReport } from '../../audit/report.ts';
import { isSuccess } from '../../audit/site/page.ts';
import { wireUrl } from '../../canon/wire-url.ts';
import { UrlError } from '../../url/error.ts';
import type { AuditFormat } from './format.ts';

/** A redirect to set up. */
interface Change {
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

export const redirects: AuditFormat = {
  name: 'redirects',
  summary:
    'the redirects to set up, for redirect chains and for duplicate pages; one per line, tab-separated: from, to, why',
  write: async (report, sink) => {
    for (const { from, to, why } of [...shortcuts(report), ...duplicates(report)]) {
      const [sent, target] = [wireUrl(from), wireUrl(to)];
      if (sent instanceof UrlError || target instanceof UrlError || sent === target) continue;
      await sink.write(`${sent}\t${target}\t${why}\n`);
    }
  },
};

/** Direct redirects to replace chains that end at a page. */
function shortcuts({ redirects: rows }: AuditReport): readonly Change[] {
  return rows.flatMap(({ from, to, hops, end }) =>
    hops > 1 && isSuccess(end) ? [{ from, to, why: `${hops} redirects in a row` }] : [],
  );
}

/** Redirects for duplicate pages without a canonical URL. Pages with one may be meant for visitors. */
function duplicates({ clusters, canonicals }: AuditReport): readonly Change[] {
  const standing = new Set(canonicals.map(({ url }) => url));
  return clusters
    .filter(({ leader }) => standing.has(leader))
    .flatMap(({ leader, members }) =>
      members.flatMap(({ url, status, by, evidence }) => {
        if (!isSuccess(status) || (by !== 'equivalence' && by !== 'same-text')) return [];
        return [
          {
            from: url,
            to: leader,
            why: by === 'same-text' ? 'the same text' : `the same page${evidence === null ? '' : `: ${evidence}`}`,
          },
        ];
      }),
    );
}
