import type { Rule } from '../../rule.ts';
import { badListing, listedPages, listingEvidence } from '../../site/listings.ts';
import { sitemapOf } from '../example-pages.ts';

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['off-host', 'is listed in a sitemap of another host'],
  ['robots', 'is listed in a sitemap, but robots.txt disallows it'],
  ['noindex', 'is listed in a sitemap, but is marked noindex'],
  ['redirect-loop', 'is listed in a sitemap, but redirects in a loop'],
]);

export const sitemapBad: Rule = {
  id: 'sitemap/bad',
  severity: 'error',
  title: 'sitemap lists a URL that cannot be indexed',
  condition:
    'A URL in a sitemap ends in an error, is marked noindex, is disallowed by robots.txt, or is on another host.',
  why: 'Search engines rely less on a sitemap with such URLs.',
  remedy: 'Remove the URL from the sitemap, or fix the problem.',
  reference: 'https://www.sitemaps.org/protocol.html',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<p>Brooms.' },
      ...sitemapOf('https://example.com/draft'),
      { url: 'https://example.com/draft', body: '<meta name="robots" content="noindex"><p>A draft.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<p>Brooms. <a href="/draft">A draft</a>' },
      ...sitemapOf('https://example.com/'),
      { url: 'https://example.com/draft', body: '<meta name="robots" content="noindex"><p>A draft.' },
    ],
  },
  *checkSite(site) {
    for (const listed of listedPages(site)) {
      const reason = badListing(listed, site);
      if (reason === null) continue;
      const { page, url } = listed;
      const { page: end, chain } = site.end(page);
      const rule = reason === 'robots' ? site.robotsRule(url) : null;
      yield {
        key: page.key,
        message: MESSAGES.get(reason) ?? 'is listed in a sitemap, but ends in an error',
        evidence: {
          ...listingEvidence(listed),
          reason,
          status: end?.entry.status ?? null,
          ...(rule !== null && { robots: rule.url, rule: rule.rule, ruleLine: rule.line }),
        },
        related: chain.length > 1 ? chain.map((station) => station.url) : [],
      };
    }
  },
};
