import type { Rule } from '../rule.ts';

export const canonicalMissing: Rule = {
  id: 'canonical/missing',
  severity: 'warning',
  title: 'no canonical URL',
  condition: 'An indexable page declares no canonical URL that counts, in its head or in a Link header.',
  why: 'Where several URLs lead to the page, search engines choose one by themselves, and perhaps another one each time.',
  remedy: 'Name the URL of the page itself with <link rel="canonical"> in its head.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [{ url: 'https://example.com/', body: '<title>Brooms</title><p>All our brooms.' }],
    good: [
      {
        url: 'https://example.com/',
        body: '<title>Brooms</title><link rel="canonical" href="https://example.com/"><p>All our brooms.',
      },
    ],
  },
  *checkPage(page, { canonicals }) {
    if (!page.isIndexable || canonicals.length > 0) return;
    yield { key: page.key, message: 'declares no canonical URL' };
  },
};
