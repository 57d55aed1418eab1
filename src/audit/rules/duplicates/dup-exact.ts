import { duplicatesOf } from '../../duplicates/duplicates.ts';
import type { Rule } from '../../rule.ts';
import { FLOOR_BROOM } from '../example-pages.ts';

/** How many pages a finding names. */
const MAX_NAMED = 20;

export const dupExact: Rule = {
  id: 'dup/exact',
  severity: 'warning',
  title: 'same text under several URLs',
  condition:
    'Several indexable pages show the same text of ten words or more, and they do not share a canonical URL; an error if no page declares one.',
  why: 'Search engines choose one of the pages, and links count for different ones.',
  remedy: 'Keep one of the pages; redirect the others to it, or name it as their canonical URL.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/shop/broom">A broom</a> <a href="/offers/broom">Offer</a>' },
      { url: 'https://example.com/shop/broom', body: FLOOR_BROOM },
      { url: 'https://example.com/offers/broom', body: FLOOR_BROOM },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/shop/broom">A broom</a> <a href="/offers/broom">Offer</a>' },
      { url: 'https://example.com/shop/broom', body: FLOOR_BROOM },
      {
        url: 'https://example.com/offers/broom',
        body: '<link rel="canonical" href="https://example.com/shop/broom"><p>This broom sweeps floors, stairs and yards, in summer as in winter.',
      },
    ],
  },
  *checkSite(site) {
    for (const cluster of duplicatesOf(site).clusters) {
      const members = cluster.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      const [first] = members;
      if (first === undefined) continue;
      const declaring = members.filter(({ canonical }) => canonical !== null).length;
      yield {
        key: first.key,
        severity: declaring > 0 ? 'warning' : 'error',
        message: `shows the same text as ${members.length === 2 ? 'another page' : `${members.length - 1} other pages`}`,
        evidence: { pages: members.length, withCanonical: declaring, words: first.words },
        related: members.slice(0, MAX_NAMED).map(({ url }) => url),
      };
    }
  },
};
