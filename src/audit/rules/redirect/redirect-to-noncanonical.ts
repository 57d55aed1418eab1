import type { Rule } from '../../rule.ts';
import { canonicalTarget } from '../../site/target.ts';
import { redirects } from './redirecting-pages.ts';

export const redirectToNoncanonical: Rule = {
  id: 'redirect/to-noncanonical',
  severity: 'warning',
  title: 'redirect to a page that is not canonical',
  condition: 'A redirect ends at a page that names another canonical URL.',
  why: 'Two strong signals name different URLs, and search engines may follow either one.',
  remedy: 'Redirect to the canonical URL.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/old">Brooms</a>' },
      { url: 'https://example.com/old', status: 301, headers: { location: '/b' } },
      { url: 'https://example.com/b', body: '<link rel="canonical" href="https://example.com/c"><p>Brooms.' },
      { url: 'https://example.com/c', body: '<link rel="canonical" href="https://example.com/c"><p>Brooms.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/old">Brooms</a>' },
      { url: 'https://example.com/old', status: 301, headers: { location: '/c' } },
      { url: 'https://example.com/b', body: '<link rel="canonical" href="https://example.com/c"><p>Brooms.' },
      { url: 'https://example.com/c', body: '<link rel="canonical" href="https://example.com/c"><p>Brooms.' },
    ],
  },
  *checkSite(site) {
    for (const { page } of redirects(site)) {
      const { page: end, chain } = site.end(page);
      const leader = end === null ? null : canonicalTarget(end, site);
      // target/redirect reports canonical URLs that redirect.
      if (end === null || leader === null || leader.entry.aliasBy === 'redirect') continue;
      yield {
        key: page.key,
        message: 'redirects to a page that names another canonical URL',
        evidence: { status: page.entry.status, end: end.url, leader: leader.url, hops: chain.length - 1 },
        related: [end.url, leader.url],
      };
    }
  },
};
