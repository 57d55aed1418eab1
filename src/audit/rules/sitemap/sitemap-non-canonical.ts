import type { Rule } from '../../rule.ts';
import { finalCanonical } from '../../site/final-canonical.ts';
import { badListing, listedPages, listingEvidence } from '../../site/listings.ts';
import { sitemapOf } from '../example-pages.ts';

export const sitemapNonCanonical: Rule = {
  id: 'sitemap/non-canonical',
  severity: 'warning',
  title: 'sitemap lists a URL that is not canonical',
  condition: 'A URL in a sitemap redirects, or names another URL as its canonical URL.',
  why: 'The sitemap and the page name different URLs, which weakens both signals.',
  remedy: 'List the final canonical URL instead.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<p>Brooms.' },
      ...sitemapOf('https://example.com/old'),
      { url: 'https://example.com/old', status: 301, headers: { location: '/new' } },
      { url: 'https://example.com/new', body: '<p>The new brooms.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<p>Brooms. <a href="/old">Old ones</a>' },
      ...sitemapOf('https://example.com/new'),
      { url: 'https://example.com/old', status: 301, headers: { location: '/new' } },
      { url: 'https://example.com/new', body: '<p>The new brooms.' },
    ],
  },
  *checkSite(site) {
    for (const listed of listedPages(site)) {
      const { page, url } = listed;
      const { page: end } = site.end(page);
      // sitemap/bad reports errors.
      if (end === null || !end.isPage || badListing(listed, site) !== null) continue;
      const leader = site.page(finalCanonical(end, site)) ?? end;
      const isMoved =
        end !== page || (end.entry.finalUrl !== null && site.keys.preserving(url) !== site.keys.preserving(end.url));
      if (leader === page && !isMoved) continue;
      yield {
        key: page.key,
        message: isMoved
          ? 'is listed in a sitemap, but redirects'
          : 'is listed in a sitemap, but names another canonical URL',
        evidence: { ...listingEvidence(listed), listed: url, leader: leader.url },
        related: [leader.url],
      };
    }
  },
};
