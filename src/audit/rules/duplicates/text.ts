import { decisionsOf, REASONS } from '../../decision/decision.ts';
import { duplicatesOf } from '../../duplicates/duplicates.ts';
import { nearDuplicates } from '../../duplicates/near-duplicates.ts';
import { sharedNames } from '../../duplicates/page-texts.ts';
import type { Rule } from '../../rule.ts';
import { changeBetween } from '../../site/template.ts';
import { canonicalTo, FLOOR_BROOM } from '../example-pages.ts';
import { rounded } from '../issues.ts';

/** How many pages a finding names. */
const MAX_NAMED = 20;

export const TEXT_RULES: readonly Rule[] = [
  {
    id: 'dup/exact',
    severity: 'warning',
    title: 'same text under several URLs',
    condition:
      'Several indexable pages show the same text of ten words or more under URLs that no other rule compares; an error if no page declares a canonical URL. Not reported for pages that name themselves as canonical and each other as versions for several languages or regions, with hreflang.',
    why: 'Search engines choose one of the pages, and links count for different ones.',
    remedy: 'Keep the preferred URL; redirect the others to it, or name it as their canonical URL.',
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
          body: canonicalTo(
            'https://example.com/shop/broom',
            '<p>This broom sweeps floors, stairs and yards, in summer as in winter.',
          ),
        },
      ],
    },
    prepare: duplicatesOf.steps,
    *checkSite(site) {
      for (const cluster of duplicatesOf(site).clusters) {
        const [first, ...others] = cluster;
        if (first === undefined) continue;
        const declaring = cluster.filter(({ canonical }) => canonical !== null).length;
        const decision = decisionsOf(site).of(first);
        const leader = decision?.url ?? first.url;
        const urls = others.map(({ url }) => url).toSorted();
        yield {
          key: first.key,
          severity: declaring > 0 ? 'warning' : 'error',
          message: `shows the same text as ${others.length === 1 ? 'another page' : `${others.length} other pages`}`,
          evidence: {
            leader,
            leaderReason: decision && REASONS[decision.reason],
            pages: cluster.length,
            withCanonical: declaring,
            words: first.words,
            others: urls.slice(0, MAX_NAMED),
          },
          related: [first.url, ...urls.slice(0, MAX_NAMED - 1)],
          cause: changeBetween(urls[0] ?? leader, first.url),
        };
      }
    },
  },
  {
    id: 'dup/near',
    severity: 'info',
    title: 'nearly the same text',
    condition: 'Indexable pages of at least fifty words share at least 90 percent of their text with another page.',
    why: 'Search engines may treat them as duplicates and show only one.',
    remedy:
      'If all pages are needed, give each its own text, title, description and heading; if not, name one as canonical. If they only share a long menu, nothing is wrong.',
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
    prepare: nearDuplicates.steps,
    *checkSite(site) {
      for (const { page, others, similarity } of nearDuplicates(site)) {
        const shared = sharedNames([page, ...others], site);
        yield {
          key: page.key,
          message: `shows nearly the same text as ${others.length === 1 ? 'another page' : `${others.length} other pages`}`,
          evidence: {
            pages: others.length + 1,
            similarity: rounded(similarity),
            words: page.words,
            ...(shared.length > 0 && { shared }),
            others: others.slice(0, MAX_NAMED).map(({ url }) => url),
          },
          related: [page, ...others.slice(0, MAX_NAMED)].map(({ url }) => url),
          cause: changeBetween(page.url, others[0]?.url ?? page.url),
        };
      }
    },
  },
];

/** A text for the examples, with one word per number. */
function wordsFrom(first: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `broom${first + at}`).join(' ');
}
