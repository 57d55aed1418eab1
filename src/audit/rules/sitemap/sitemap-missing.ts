import { duplicatesOf } from '../../duplicates/duplicates.ts';
import { soft404Sign } from '../../duplicates/soft-404.ts';
import type { Rule } from '../../rule.ts';
import { finalCanonical } from '../../site/final-canonical.ts';
import { listedPages } from '../../site/listings.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { sitemapOf } from '../example-pages.ts';

export const sitemapMissing: Rule = {
  id: 'sitemap/missing',
  severity: 'info',
  title: 'page missing from the sitemap',
  condition: 'A site has a sitemap, but an indexable page that is its own canonical URL is not in it.',
  why: 'Search engines may discover the page, and its changes, later.',
  remedy: 'Add the page to the sitemap, or mark it noindex.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<p>Brooms. <a href="/a">A broom</a>' },
      ...sitemapOf('https://example.com/'),
      { url: 'https://example.com/a', body: '<p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<p>Brooms. <a href="/a">A broom</a>' },
      ...sitemapOf('https://example.com/'),
      { url: 'https://example.com/a', body: '<meta name="robots" content="noindex"><p>A broom.' },
    ],
  },
  *checkSite(site) {
    const listed = new Set<string>();
    for (const { page } of listedPages(site)) listed.add(page.entry.site);
    const unread = unreadSitemaps(site);
    const { spare } = duplicatesOf(site);
    for (const page of site.pages) {
      const { site: own, listings } = page.entry;
      if (!page.isIndexable || listings.length > 0 || !listed.has(own) || unread.has(own)) continue;
      if (finalCanonical(page, site) !== page.key || spare.has(page) || isMissing(page, site)) continue;
      yield { key: page.key, message: 'is not in any sitemap of its site' };
    }
  },
};

/** Sites with sitemaps that the crawl did not read completely. */
function unreadSitemaps({ pages }: AuditSite): ReadonlySet<string> {
  const sitemaps = pages.filter(({ entry }) => entry.role === 'sitemap' && entry.aliasBy !== 'redirect');
  return new Set(
    sitemaps.filter(({ entry }) => entry.state !== 'done' || entry.reason !== null).map(({ entry }) => entry.site),
  );
}

function isMissing(page: AuditPage, site: AuditSite): boolean {
  return soft404Sign(page, site.record(page), site) !== null;
}
