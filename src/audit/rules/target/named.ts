import type { Rule } from '../../rule.ts';
import { declarers } from '../../site/declarers.ts';
import { oncePerSite } from '../../site/once-per-site.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { canonicalTo } from '../example-pages.ts';

/** How many of the naming pages a finding lists. */
const MAX_RELATED = 3;

/** Skip reasons after which a site still counts as seen completely. */
const HARMLESS: ReadonlySet<string> = new Set(['equivalent', 'robots']);

export const NAMED_RULES: readonly Rule[] = [
  {
    id: 'target/no-self',
    severity: 'warning',
    title: 'canonical page that does not name itself',
    condition: 'Other pages of the site name a page as their canonical URL, but it declares no canonical URL itself.',
    why: 'Search engines may treat other spellings of its URL, such as one with parameters, as separate pages.',
    remedy: 'Have the page name itself with <link rel="canonical">.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: '<p>A broom.' },
      ],
      good: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
    },
    *checkSite(site) {
      for (const [page, naming] of declarers(site)) {
        // Other rules report invalid declarations.
        if (!page.allowsIndexing || (site.record(page)?.canonicals.length ?? 0) > 0) continue;
        yield {
          key: page.key,
          message: 'is the canonical URL of other pages but does not name itself',
          evidence: { namedBy: naming.length },
          related: naming.slice(0, MAX_RELATED).map(({ url }) => url),
        };
      }
    },
  },
  {
    id: 'target/unlinked',
    severity: 'warning',
    title: 'canonical page that nothing links to',
    condition: 'A page is the canonical URL of other pages, but no page or sitemap of its site links to it.',
    why: 'Links contradict the declarations, and search engines use both.',
    remedy: 'Link to the canonical page instead of its duplicates.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
      good: [
        {
          url: 'https://example.com/a?x=1',
          body: canonicalTo('https://example.com/a', '<p>A broom. <a href="/a">More</a>'),
        },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
    },
    *checkSite(site) {
      for (const [page, naming] of declarers(site)) {
        if (!isOnlyDeclared(page, site) || unseenSites(site).has(page.entry.site)) continue;
        yield {
          key: page.key,
          message: 'is the canonical URL of other pages, but nothing links to it',
          evidence: { namedBy: naming.length },
          related: naming.slice(0, MAX_RELATED).map(({ url }) => url),
        };
      }
    },
  },
];

function isOnlyDeclared(page: AuditPage, site: AuditSite): boolean {
  const { source, listings } = page.entry;
  return page.allowsIndexing && source === 'canonical' && listings.length === 0 && site.inlinks(page) === 0;
}

/** Sites that the crawl has not seen completely: skipped pages may link to anything. */
const unseenSites: (site: AuditSite) => ReadonlySet<string> = oncePerSite(
  ({ pages }) => new Set(pages.filter((page) => !isSeen(page)).map(({ entry }) => entry.site)),
);

function isSeen({ entry }: AuditPage): boolean {
  const { state, reason } = entry;
  return state === 'done' || state === 'failed' || (state === 'skipped' && HARMLESS.has(reason ?? ''));
}
