import type { Rule } from '../../rule.ts';
import { declarers } from '../../site/declarers.ts';
import { oncePerSite } from '../../site/once-per-site.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';

/** Pages named of those that name one. */
const MAX_RELATED = 3;
/** Reasons for which a URL is not fetched that leave no page of a site out which people could see. */
const HARMLESS: ReadonlySet<string> = new Set(['equivalent', 'robots']);

export const targetUnlinked: Rule = {
  id: 'target/unlinked',
  severity: 'warning',
  title: 'canonical page that nothing links to',
  condition: 'A page is the canonical URL of others, and of all pages and sitemaps of its site none leads to it.',
  why: 'Links say the opposite of what the declarations say, and search engines go by both.',
  remedy: 'Link to the canonical page, in place of the pages that name it.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
    good: [
      {
        url: 'https://example.com/a?x=1',
        body: '<link rel="canonical" href="https://example.com/a"><p>A broom. <a href="/a">More</a>',
      },
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
  },
  *checkSite(site) {
    for (const [page, naming] of declarers(site)) {
      if (!isOnlyDeclared(page, site) || unseenSites(site).has(page.entry.site)) continue;
      yield {
        key: page.key,
        message: 'is the canonical URL of other pages, and nothing links to it',
        evidence: { namedBy: naming.length },
        related: naming.slice(0, MAX_RELATED).map(({ url }) => url),
      };
    }
  },
};

function isOnlyDeclared(page: AuditPage, site: AuditSite): boolean {
  const { source, listings } = page.entry;
  return page.isIndexable && source === 'canonical' && listings.length === 0 && site.inlinks(page) === 0;
}

/** Sites of which the crawl has not seen all: what it left out may link to anything. */
const unseenSites: (site: AuditSite) => ReadonlySet<string> = oncePerSite(
  ({ pages }) => new Set(pages.filter((page) => !isSeen(page)).map(({ entry }) => entry.site)),
);

function isSeen({ entry }: AuditPage): boolean {
  const { state, reason } = entry;
  return state === 'done' || state === 'failed' || (state === 'skipped' && HARMLESS.has(reason ?? ''));
}
