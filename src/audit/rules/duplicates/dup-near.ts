import { nearDuplicates } from '../../duplicates/near-duplicates.ts';
import type { Rule } from '../../rule.ts';

/** How many other pages a finding names. */
const MAX_NAMED = 20;

export const dupNear: Rule = {
  id: 'dup/near',
  severity: 'info',
  title: 'nearly the same text',
  condition: 'Indexable pages of at least fifty words share at least 90 percent of their text with another page.',
  why: 'Search engines may treat them as duplicates and show only one.',
  remedy:
    'Check that all are needed: give each its own text, or name one as canonical. If they only share a long menu, nothing is wrong.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/b">Another broom</a>' },
      { url: 'https://example.com/a', body: `<p>${wordsFrom(0, 120)} birch` },
      { url: 'https://example.com/b', body: `<p>${wordsFrom(0, 120)} hazel` },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/b">Another broom</a>' },
      { url: 'https://example.com/a', body: `<p>${wordsFrom(0, 120)} birch` },
      { url: 'https://example.com/b', body: `<p>${wordsFrom(40, 120)} hazel` },
    ],
  },
  *checkSite(site) {
    for (const { page, others, similarity } of nearDuplicates(site)) {
      yield {
        key: page.key,
        message: `shows nearly the same text as ${others.length === 1 ? 'another page' : `${others.length} other pages`}`,
        evidence: { pages: others.length + 1, similarity: Math.round(similarity * 100) / 100, words: page.words },
        related: [page, ...others.slice(0, MAX_NAMED)].map(({ url }) => url),
      };
    }
  },
};

/** A text for the examples, with one word per number. */
function wordsFrom(first: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `broom${first + at}`).join(' ');
}
