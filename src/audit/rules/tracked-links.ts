import { NO_FACTS } from '../../facts/site-facts.ts';
import { dropTrackingParams } from '../../passes/changing/drop-tracking-params.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { serialize } from '../../url/parsed-url.ts';
import type { Rule } from '../rule.ts';
import { isSameSite } from '../site/address.ts';
import { withoutAnchor } from '../site/spellings.ts';
import { canonicalTo } from './example-pages.ts';

/** How many URLs a finding names. */
const MAX_NAMED = 5;

export const linksTracking: Rule = {
  id: 'links/tracking',
  severity: 'warning',
  title: 'internal links with tracking parameters',
  condition:
    'Pages link to another page of the same site with parameters such as utm_source or gclid, whether or not the page declares a canonical URL.',
  why: 'The parameters overwrite where a visitor really came from, and each value is one more URL to crawl.',
  remedy: 'Link to the URL without these parameters; measure clicks within the site with events.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a?utm_source=menu">A broom</a>' },
      { url: 'https://example.com/a?utm_source=menu', body: canonicalTo('https://example.com/a') },
      { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a?source=menu">A broom</a>' },
      { url: 'https://example.com/a?source=menu', body: canonicalTo('https://example.com/a') },
      { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
    ],
  },
  *checkSite(site) {
    for (const page of site.pages) {
      // The URL without parameters may be the one that fails.
      if (page.entry.firstFailure !== null) continue;
      if (page.entry.aliasBy === 'redirect' || site.isBeyondCrawl(page) || site.inlinks(page) === 0) continue;
      const tracked: { readonly url: string; readonly count: number; readonly bare: string }[] = [];
      for (const [url, count] of site.linkedSpellings(page)) {
        const bare = withoutTracking(url);
        if (bare !== null) tracked.push({ url, count, bare: withoutAnchor(bare) });
      }
      const bare = tracked.at(-1)?.bare;
      if (bare === undefined) continue;
      const referrers = site.referrers(page);
      // Links from other sites may say where they come from.
      if (!referrers.some(({ url }) => isSameSite(url, page.url))) continue;
      const links = tracked.reduce((sum, { count }) => sum + count, 0);
      const urls = tracked.slice(0, MAX_NAMED).map(({ url }) => url);
      yield {
        key: page.key,
        message: 'is linked with tracking parameters',
        evidence: { bare, links, urls, referrers: referrers.map(({ url }) => url) },
        related: urls,
      };
    }
  },
};

/** A URL without tracking parameters; null if it has none. */
function withoutTracking(url: string): string | null {
  if (!/[?#]/.test(url)) return null;
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError) return null;
  const bare = dropTrackingParams.apply(parsed, NO_FACTS);
  return bare === parsed ? null : serialize(bare);
}
