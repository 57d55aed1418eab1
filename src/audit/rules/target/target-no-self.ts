import type { Rule } from '../../rule.ts';
import { declarers } from '../../site/declarers.ts';

/** Pages named of those that name one. */
const MAX_RELATED = 3;

export const targetNoSelf: Rule = {
  id: 'target/no-self',
  severity: 'warning',
  title: 'canonical page that does not name itself',
  condition: 'Other pages of the site name a page as their canonical URL, and it declares none itself.',
  why: 'Any spelling of its URL, such as one with parameters, may then be taken for another page.',
  remedy: 'Have the page name itself with <link rel="canonical">.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', body: '<p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
  },
  *checkSite(site) {
    for (const [page, naming] of declarers(site)) {
      // What a declaration lacks that does not count, a finding of its own says.
      if (!page.isIndexable || (site.record(page)?.canonicals.length ?? 0) > 0) continue;
      yield {
        key: page.key,
        message: 'is the canonical URL of other pages and does not name itself',
        evidence: { namedBy: naming.length },
        related: naming.slice(0, MAX_RELATED).map(({ url }) => url),
      };
    }
  },
};
