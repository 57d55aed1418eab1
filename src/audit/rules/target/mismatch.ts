import { type Mismatch, mismatchOf } from '../../duplicates/mismatch.ts';
import { numberAfterFirst } from '../../duplicates/pagination.ts';
import type { Rule } from '../../rule.ts';
import { addressesTo } from '../../site/address.ts';
import { redirectsThere } from '../../site/target.ts';
import { BROOM, canonicalTo, DUSTPAN, MOP } from '../example-pages.ts';
import { rounded, targetIssue } from '../issues.ts';

export const MISMATCH_RULES: readonly Rule[] = [
  {
    id: 'target/home',
    severity: 'warning',
    title: 'canonical URL is the home page',
    condition:
      'A page names the home page of its site as its canonical URL, but has different text. If it is in another language, target/language reports it instead.',
    why: 'Search engines either treat the page as a copy of the home page and drop it, or notice the difference and ignore the declaration.',
    remedy: 'Name the page itself.',
    reference: 'https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical',
    examples: {
      bad: [
        { url: 'https://example.com/brooms', body: canonicalTo('https://example.com/', BROOM) },
        { url: 'https://example.com/', body: canonicalTo('https://example.com/', DUSTPAN) },
      ],
      good: [
        { url: 'https://example.com/start', body: canonicalTo('https://example.com/', BROOM) },
        { url: 'https://example.com/', body: canonicalTo('https://example.com/', `${BROOM}<p>Seen today.`) },
      ],
    },
    checkPage: mismatchCheck(
      'home',
      'names the home page as its canonical URL, but has different text',
      'is the home page',
    ),
  },
  {
    id: 'target/content-differs',
    severity: 'warning',
    title: 'canonical URL has different text',
    condition:
      "The canonical page contains less than 30 percent of this page's text, or less than 60 percent if titles and first headings have no word in common. Not reported if the canonical page is marked noindex or is an error page, or if target/language, target/home or pagination/to-first reports the page.",
    why: 'A canonical URL must have the same content or more; search engines ignore the declaration, or stop showing what only this page has.',
    remedy: 'Name the page itself, or a page that has its text.',
    reference: 'RFC 6596 3',
    examples: {
      bad: [
        { url: 'https://example.com/brooms', body: canonicalTo('https://example.com/dustpans', BROOM) },
        { url: 'https://example.com/dustpans', body: canonicalTo('https://example.com/dustpans', DUSTPAN) },
      ],
      good: [
        { url: 'https://example.com/brooms', body: canonicalTo('https://example.com/all', BROOM) },
        { url: 'https://example.com/all', body: canonicalTo('https://example.com/all', `${DUSTPAN}${MOP}${BROOM}`) },
      ],
    },
    checkPage: mismatchCheck('content', 'names a canonical URL that has little of its text', 'has little of its text'),
  },
  {
    id: 'target/language',
    severity: 'warning',
    title: 'canonical URL in another language',
    condition:
      "A page and its canonical URL are in different languages, and the canonical page has less than 85 percent of this page's text. The languages are those of their titles, headings and descriptions, or else of their lang attributes. The limit is a judgement: translations share names, code and comments.",
    why: 'Search engines would show the other language to people who search in this one.',
    remedy: 'Name the page itself, and link the other languages with rel="alternate" and hreflang.',
    reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    examples: {
      bad: [
        {
          url: 'https://example.com/en',
          body: `<html lang="en"><link rel="canonical" href="https://example.com/de">${BROOM}`,
        },
        {
          url: 'https://example.com/de',
          body: `<html lang="de-CH"><link rel="canonical" href="https://example.com/de">${DUSTPAN}`,
        },
      ],
      good: [
        {
          url: 'https://example.com/en',
          body: `<html lang="en-GB"><link rel="canonical" href="https://example.com/us">${BROOM}`,
        },
        {
          url: 'https://example.com/us',
          body: `<html lang="en-US"><link rel="canonical" href="https://example.com/us">${BROOM}`,
        },
      ],
    },
    checkPage: mismatchCheck('language', 'names a canonical URL in another language', 'is in another language'),
  },
];

export const paginationToFirst: Rule = {
  id: 'pagination/to-first',
  severity: 'warning',
  title: 'later page of a list names the first page',
  condition: 'The second or a later page of a list names the first page as its canonical URL, but has different text.',
  why: 'Search engines skip the later pages, and may miss the pages that they link to.',
  remedy: 'Have each page of the list name itself.',
  reference: 'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
  examples: {
    bad: [
      { url: 'https://example.com/list?page=2', body: canonicalTo('https://example.com/list', BROOM) },
      { url: 'https://example.com/list', body: canonicalTo('https://example.com/list', DUSTPAN) },
    ],
    good: [
      { url: 'https://example.com/list?page=2', body: canonicalTo('https://example.com/list', BROOM) },
      { url: 'https://example.com/list', body: canonicalTo('https://example.com/list', `${DUSTPAN}${BROOM}`) },
    ],
  },
  checkPage: mismatchCheck(
    'pagination',
    'is a later page of a list and names the first page as its canonical URL',
    'is the first page of its list',
  ),
};

/**
 * Reports that the canonical URL of a page is a different page, if this kind of sign is the strongest.
 *
 * @param what what the different page is, if the canonical URL redirects to it
 */
function mismatchCheck(kind: Mismatch['kind'], message: string, what: string): NonNullable<Rule['checkPage']> {
  return function check(page, record, site) {
    const mismatch = mismatchOf(page, site);
    if (mismatch?.kind !== kind) return [];
    const { target, containment, written } = mismatch;
    const addresses = addressesTo(target, page);
    const isSeries = kind === 'pagination' && addresses !== null;
    const redirects = redirectsThere(target, page, site);
    return targetIssue(page, record, {
      message: redirects === '' ? message : `names a canonical URL that ${redirects}${what}`,
      evidence: {
        similarity: containment && rounded(containment.similarity),
        contained: containment && rounded(containment.most),
        words: page.words,
        targetWords: target.words,
        ...(kind === 'language' && {
          language: page.language,
          targetLanguage: target.language,
          written: written && `${written.own}, ${written.target}`,
        }),
        ...(isSeries && { number: numberAfterFirst(addresses.own, addresses.named) }),
      },
    });
  };
}
