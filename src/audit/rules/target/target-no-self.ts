import type { Rule } from '../../rule.ts';
import { declarers } from '../../site/declarers.ts';

/** How many of the naming pages a finding lists. */
const MAX_RELATED = 3;

export const targetNoSelf: Rule = {
  id: 'target/no-self',
  severity: 'warning',
  title: 'canonical page that does not name itself',
  condition: 'Other pages of the site name a page as their canonical URL, but it declares no canonical URL itself.',
  why: 'Search engines may treat other spellings of its URL, such as one with parameters, as separate pages.',
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
      // Other rules report invalid declarations.
      if (!page.isIndexable || (site.record(page)?.canonicals.length ?? 0) > 0) continue;
      yield {
        key: page.key,
        message: 'is the canonical URL of other pages but does not name itself',
        evidence: { namedBy: naming.length },
        related: naming.slice(0, MAX_RELATED).map(({ url }) => url),
      };
    }
  },
};
