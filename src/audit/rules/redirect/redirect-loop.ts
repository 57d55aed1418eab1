import type { Rule } from '../../rule.ts';
import type { AuditPage } from '../../site/page.ts';
import { redirects } from './redirecting-pages.ts';

/** Stations that are named. */
const MAX_NAMED = 20;

export const redirectLoop: Rule = {
  id: 'redirect/loop',
  severity: 'error',
  title: 'redirects in a circle',
  condition: 'Redirects lead back to a URL that they have passed, or on and on.',
  why: 'Nobody ever gets to a page.',
  remedy: 'Let one of the URLs answer with a page.',
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
      // The store closes no circle: the redirect that would is the one that failed.
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
