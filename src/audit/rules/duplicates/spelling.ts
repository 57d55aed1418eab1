import { duplicatesOf } from '../../duplicates/duplicates.ts';
import type { Rule } from '../../rule.ts';
import { canonicalTo, FLOOR_BROOM } from '../example-pages.ts';
import { variationIssues } from './duplicate-issues.ts';

export const SPELLING_RULES: readonly Rule[] = [
  {
    id: 'dup/encoding',
    severity: 'info',
    title: 'equivalent URLs written differently',
    condition:
      'Links use several spellings of a URL that are equivalent by RFC 3986, such as %7E and ~, %c3 and %C3, or with and without the default port.',
    why: 'Caches, logs and some crawlers treat them as different pages.',
    remedy: 'Write all links with the same spelling.',
    reference: 'RFC 3986 6.2.2',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/~anna/">Anna</a> <a href="/%7Eanna/">Her brooms</a>' },
        { url: 'https://example.com/~anna/', body: '<p>Brooms by Anna.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/~anna/">Anna</a> <a href="/~anna/#brooms">Her brooms</a>' },
        { url: 'https://example.com/~anna/', body: '<p>Brooms by Anna.' },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) =>
      variationIssues(site, 'encoding', {
        difference: 'percent-encoding, default port or dot segments',
        whenSettled: 'info',
      }),
  },
  {
    id: 'dup/param-order',
    severity: 'warning',
    title: 'same parameters in another order',
    condition:
      'URLs with the same parameters in another order show the same text, and declare no common canonical URL.',
    why: 'A page with several parameters has one URL for each order, and crawlers fetch each of them.',
    remedy: 'Write parameters in one order, and declare one canonical URL.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    examples: {
      bad: [
        {
          url: 'https://example.com/',
          body: '<a href="/a?size=l&amp;hair=soft">A</a> <a href="/a?hair=soft&amp;size=l">B</a>',
        },
        { url: 'https://example.com/a?size=l&hair=soft', body: FLOOR_BROOM },
        { url: 'https://example.com/a?hair=soft&size=l', body: FLOOR_BROOM },
      ],
      good: [
        {
          url: 'https://example.com/',
          body: '<a href="/a?size=l&amp;size=m">A</a> <a href="/a?size=m&amp;size=l">B</a>',
        },
        { url: 'https://example.com/a?size=l&size=m', body: FLOOR_BROOM },
        {
          url: 'https://example.com/a?size=m&size=l',
          body: '<p>The middle one sweeps floors, stairs and yards, in summer as in winter.',
        },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) =>
      variationIssues(site, 'order', { difference: 'the order of the parameters', whenSettled: null }),
  },
  {
    id: 'dup/tracking',
    severity: 'warning',
    title: 'page linked with tracking parameters',
    condition: 'A page that declares no canonical URL is linked with parameters such as utm_source or gclid.',
    why: 'Search engines see a separate page for each value, and may show the URL of a campaign.',
    remedy: 'Declare the URL without these parameters as canonical, and leave them out of internal links.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/a?utm_source=footer">A broom</a>' },
        { url: 'https://example.com/a', body: '<p>A broom.' },
        { url: 'https://example.com/a?utm_source=footer', body: '<p>A broom.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/a?utm_source=footer">A broom</a>' },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) => variationIssues(site, 'tracking', { difference: 'tracking parameters', whenSettled: null }),
  },
  {
    id: 'dup/session',
    severity: 'error',
    title: 'session ids in URLs',
    condition: 'Links to a page carry a session id, such as PHPSESSID or ;jsessionid=.',
    why: 'Every visit creates new URLs, and anyone who gets such a link may take over the session.',
    remedy: 'Keep session ids in cookies only.',
    reference: 'RFC 9110 17.9',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/a?PHPSESSID=0c4b21">A broom</a>' },
        { url: 'https://example.com/a', body: '<p>A broom.' },
        { url: 'https://example.com/a?PHPSESSID=0c4b21', body: '<p>A broom.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/a?session=morning">A broom</a>' },
        { url: 'https://example.com/a', body: '<p>A broom.' },
        { url: 'https://example.com/a?session=morning', body: '<p>The talks about brooms in the morning.' },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) => variationIssues(site, 'session', { difference: 'a session id', whenSettled: 'error' }),
  },
  {
    id: 'dup/empty-query',
    severity: 'info',
    title: 'same page with an empty query',
    condition:
      'A page that declares no canonical URL is also found with an empty query (?) or with parameters that have no value, such as ?q=.',
    why: 'Forms and templates that write them create a second URL for each page.',
    remedy: 'Leave empty queries and empty parameters out of links, or declare one canonical URL.',
    reference: 'RFC 3986 6.2.3',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/a">A</a> <a href="/a?size=">B</a>' },
        { url: 'https://example.com/a', body: FLOOR_BROOM },
        { url: 'https://example.com/a?size=', body: FLOOR_BROOM },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/a">A</a> <a href="/a?size=l">B</a>' },
        { url: 'https://example.com/a', body: FLOOR_BROOM },
        { url: 'https://example.com/a?size=l', body: FLOOR_BROOM },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) => variationIssues(site, 'empty-query', { difference: 'an empty query', whenSettled: null }),
  },
];
