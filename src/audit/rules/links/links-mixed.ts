import { VARIATION_PASSES } from '../../duplicates/variation.ts';
import type { Rule } from '../../rule.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { type SpelledUrl, spelledPages } from '../../site/spellings.ts';

/** Passes whose spellings have a rule of their own. The remaining spellings are the same only by a fact or a looser pass. */
const OWN_RULES: ReadonlySet<string> = new Set([
  ...VARIATION_PASSES.encoding,
  ...VARIATION_PASSES.tracking,
  ...VARIATION_PASSES.session,
  ...VARIATION_PASSES['empty-query'],
  ...VARIATION_PASSES.order,
  'slug-path',
]);
/** Passes that every client applies before it sends a request: the request is the same. */
const SAME_REQUEST: ReadonlySet<string> = new Set([
  'strip-controls',
  'fix-slashes',
  'lowercase-scheme',
  'lowercase-host',
  'encode-unsafe',
  'add-root-path',
  'drop-empty-userinfo',
]);
/** How many spellings a finding names. */
const MAX_NAMED = 5;

export const linksMixed: Rule = {
  id: 'links/mixed',
  severity: 'warning',
  title: 'one page linked under several URLs',
  condition:
    'Links to one page use different URLs, such as with and without a trailing slash, and the site is known to treat them as the same page.',
  why: 'Links count for several URLs, and all but one of them may redirect.',
  remedy: 'In all links, write the URL that the page names as canonical, or else the most common one.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/b">Another one</a>' },
      { url: 'https://example.com/a', body: '<p>A broom. <a href="https://shop.example.com/">Shop</a>' },
      { url: 'https://example.com/b', body: '<p>Another one. <a href="https://shop.example.com./">Shop</a>' },
      { url: 'https://shop.example.com/', body: '<p>The shop.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/b">Another one</a>' },
      { url: 'https://example.com/a', body: '<p>A broom. <a href="https://shop.example.com/">Shop</a>' },
      { url: 'https://example.com/b', body: '<p>Another one. <a href="https://SHOP.example.com/#top">Shop</a>' },
      { url: 'https://shop.example.com/', body: '<p>The shop.' },
    ],
  },
  *checkSite(site) {
    for (const [page, urls] of spelledPages(site)) {
      const counts = linkCounts(page, urls, site);
      if (counts.length < 2) continue;
      const leader = page.canonical?.url ?? counts[0]?.[0] ?? page.url;
      yield {
        key: page.key,
        message: `is linked under ${counts.length} different URLs`,
        evidence: { leader, counts: counts.slice(0, MAX_NAMED).map(([url, count]) => `${count} × ${url}`) },
        related: counts.slice(0, MAX_NAMED).map(([url]) => url),
      };
    }
  },
};

/** How many links use each kind of spelling, the most common first. */
function linkCounts(
  page: AuditPage,
  urls: readonly SpelledUrl[],
  site: AuditSite,
): readonly (readonly [url: string, count: number])[] {
  const spelled = new Map(urls.map((one) => [one.url, one.passes]));
  const counts = new Map<string, [url: string, count: number]>();
  for (const [linked, count] of site.linkedSpellings(page)) {
    const url = spelled.has(linked) ? linked : linked.replace(/#.*/s, '');
    const passes = (spelled.get(url) ?? []).filter((pass) => !SAME_REQUEST.has(pass));
    if (passes.some((pass) => OWN_RULES.has(pass))) continue;
    const form = passes.join(' ');
    const known = counts.get(form) ?? [url, 0];
    known[1] += count;
    counts.set(form, known);
  }
  return [...counts.values()].toSorted(([, a], [, b]) => b - a);
}
