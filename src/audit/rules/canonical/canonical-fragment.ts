import type { Rule } from '../../rule.ts';
import { targetRemark } from '../../site/target.ts';

export const canonicalFragment: Rule = {
  id: 'canonical/fragment',
  severity: 'warning',
  title: 'canonical URL with a fragment',
  condition: 'The canonical URL of a page has a fragment (#…).',
  why: 'A fragment identifies a place in a page, not a page; search engines may ignore the declaration.',
  remedy: 'Remove the # and everything after it.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      {
        url: 'https://example.com/a',
        body: '<link rel="canonical" href="https://example.com/a#top"><p>All our brooms.',
      },
    ],
    good: [
      {
        url: 'https://example.com/a',
        body: '<link rel="canonical" href="https://example.com/a?x=%23top"><p>All our brooms.',
      },
    ],
  },
  *checkPage(page, record) {
    if (!page.canonical?.url.includes('#')) return;
    yield targetRemark(page, record, { message: 'names a canonical URL with a fragment' });
  },
};
