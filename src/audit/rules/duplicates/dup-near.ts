import { nearDuplicates } from '../../duplicates/near-duplicates.ts';
import type { Rule } from '../../rule.ts';

/** Other pages that are named. */
const MAX_NAMED = 20;

export const dupNear: Rule = {
  id: 'dup/near',
  severity: 'info',
  title: 'nearly the same text',
  condition: 'Indexable pages of fifty words or more share nine tenths of their text with another one, or more.',
  why: 'Search engines may take them for one page and leave out the others.',
  remedy:
    'Look whether all are needed: give each a text of its own, or name one as canonical. Where it is a long menu that they share, nothing is wrong.',
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

/** A text for the examples, of a word for each number. */
function wordsFrom(first: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `broom${first + at}`).join(' ');
}
