import type { Rule } from '../../rule.ts';
import type { AuditPage } from '../../site/page.ts';
import { redirects } from './redirecting-pages.ts';

/** How many URLs of a loop a finding names. */
const MAX_NAMED = 20;

export const redirectLoop: Rule = {
  id: 'redirect/loop',
  severity: 'error',
  title: 'redirect loop',
  condition: 'Redirects lead back to an earlier URL, or never end.',
  why: 'Nobody ever reaches a page.',
  remedy: 'Have one of the URLs answer with a page.',
  reference: 'RFC 9110 15.4',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a">Brooms</a>' },
      { url: 'https://example.com/a', status: 302, headers: { location: '/b' } },
      { url: 'https://example.com/b', status: 302, headers: { location: '/a' } },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a">Brooms</a>' },
      { url: 'https://example.com/a', status: 302, headers: { location: '/b' } },
      { url: 'https://example.com/b', body: '<p>Brooms.' },
    ],
  },
  *checkSite(site) {
    const sources = new Map<AuditPage, AuditPage>();
    for (const { page, target } of redirects(site)) if (!sources.has(target)) sources.set(target, page);
    for (const page of site.pages) {
      // The frontier stores no loops: the redirect that would close one is a failure.
      if (page.entry.reason !== 'redirect-loop') continue;
      const chain = stationsTo(page, sources);
      yield {
        key: page.key,
        message: chain.length === 1 ? 'redirects to itself' : 'redirects to a URL that leads back to it',
        evidence: { status: page.entry.status, hops: chain.length },
        related: chain.map(({ url }) => url),
      };
    }
  },
};

/** The redirects that lead to the page, in order. */
function stationsTo(page: AuditPage, sources: ReadonlyMap<AuditPage, AuditPage>): readonly AuditPage[] {
  const stations = [page];
  for (let from = sources.get(page); from !== undefined && stations.length < MAX_NAMED; from = sources.get(from)) {
    stations.unshift(from);
  }
  return stations;
}
