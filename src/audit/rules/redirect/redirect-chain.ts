import type { Rule } from '../../rule.ts';
import { redirects } from './redirecting-pages.ts';

export const redirectChain: Rule = {
  id: 'redirect/chain',
  severity: 'warning',
  title: 'redirect chain',
  condition: 'A URL redirects to a URL that redirects again.',
  why: 'Each hop slows visitors down, and crawlers give up after several.',
  remedy: 'Redirect directly to the last URL.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a">Brooms</a>' },
      { url: 'https://example.com/a', status: 301, headers: { location: '/b' } },
      { url: 'https://example.com/b', status: 301, headers: { location: '/c' } },
      { url: 'https://example.com/c', body: '<p>Brooms.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a">Brooms</a> <a href="/b">Brooms</a>' },
      { url: 'https://example.com/a', status: 301, headers: { location: '/c' } },
      { url: 'https://example.com/b', status: 301, headers: { location: '/c' } },
      { url: 'https://example.com/c', body: '<p>Brooms.' },
    ],
  },
  *checkSite(site) {
    const all = [...redirects(site)];
    const targets = new Set(all.map(({ target }) => target));
    for (const { page } of all) {
      // Reports a chain once, where it starts; redirect/loop reports chains without an end.
      const { page: end, chain } = site.end(page);
      if (targets.has(page) || end === null || chain.length < 3) continue;
      yield {
        key: page.key,
        message: `redirects ${chain.length - 1} times in a row`,
        evidence: {
          hops: chain.length - 1,
          statuses: chain.slice(0, -1).map(({ entry }) => String(entry.status)),
          end: end.url,
        },
        related: chain.map(({ url }) => url),
      };
    }
  },
};
