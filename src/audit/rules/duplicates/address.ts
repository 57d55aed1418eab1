import { duplicatesOf } from '../../duplicates/duplicates.ts';
import type { Rule } from '../../rule.ts';
import { FLOOR_BROOM } from '../example-pages.ts';
import { pairIssues } from './duplicate-issues.ts';

/** Where the other page declares it already, only the links are left to do. */
const REMEDY =
  'Link to the preferred URL. Redirect the other URL to it with status 301, or let the other page declare it as canonical.';

/** The end of a condition, which tells of the severity `whenSettled` that {@link pairIssues} gets. */
const SETTLED = '; a notice if a canonical URL or noindex says which of the URLs counts.';

export const ADDRESS_RULES: readonly Rule[] = [
  {
    id: 'dup/scheme',
    severity: 'error',
    title: 'same page over http and https',
    condition: `A page is served over both http and https, with status 200 and the same text${SETTLED}`,
    why: 'Visitors of the http URL are not protected, and search engines see the page twice.',
    remedy: 'Redirect http to https with status 301.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/a">Brooms</a> <a href="http://example.com/a">Our brooms</a>' },
        { url: 'https://example.com/a', body: FLOOR_BROOM },
        { url: 'http://example.com/a', body: FLOOR_BROOM },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/a">Brooms</a> <a href="http://example.com/a">Our brooms</a>' },
        { url: 'https://example.com/a', body: FLOOR_BROOM },
        { url: 'http://example.com/a', status: 301, headers: { location: 'https://example.com/a' } },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) => pairIssues(site, 'scheme', { difference: 'the scheme', whenSettled: 'info' }),
  },
  {
    id: 'dup/www',
    severity: 'error',
    title: 'same page with and without www',
    condition: `A page is served with and without www, both with status 200 and the same text${SETTLED}`,
    why: 'Search engines see the whole site twice, and each link counts for only one of the copies.',
    remedy: 'Redirect to the host of the preferred URL with status 301, keeping the path.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        {
          url: 'https://example.com/',
          body: '<a href="/a">Brooms</a> <a href="https://www.example.com/a">Our brooms</a>',
        },
        { url: 'https://example.com/a', body: FLOOR_BROOM },
        { url: 'https://www.example.com/a', body: FLOOR_BROOM },
      ],
      good: [
        {
          url: 'https://example.com/',
          body: '<a href="/a">Brooms</a> <a href="https://www.example.com/a">Our brooms</a>',
        },
        { url: 'https://example.com/a', body: FLOOR_BROOM },
        { url: 'https://www.example.com/a', status: 301, headers: { location: 'https://example.com/a' } },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) => pairIssues(site, 'www', { difference: 'the www prefix', whenSettled: 'info' }),
  },
  {
    id: 'dup/slash',
    severity: 'warning',
    title: 'same page with and without a trailing slash',
    condition: `A page is served with and without a trailing slash in its path, with the same text${SETTLED}`,
    why: 'Search engines see two pages, and each link counts for only one of them.',
    remedy: REMEDY,
    reference: 'RFC 3986 6.2.4',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/brooms">Brooms</a> <a href="/brooms/">All brooms</a>' },
        { url: 'https://example.com/brooms', body: FLOOR_BROOM },
        { url: 'https://example.com/brooms/', body: FLOOR_BROOM },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/brooms">Brooms</a> <a href="/brooms/">All brooms</a>' },
        { url: 'https://example.com/brooms', body: FLOOR_BROOM },
        {
          url: 'https://example.com/brooms/',
          body: '<p>All our brooms, from the small one for crumbs to the large one for barns.',
        },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) => pairIssues(site, 'slash', { difference: 'the trailing slash', whenSettled: 'info' }),
  },
  {
    id: 'dup/index',
    severity: 'warning',
    title: 'same page with and without a directory index',
    condition: `A folder and its directory index, such as / and /index.html, show the same text${SETTLED}`,
    why: 'Search engines see two pages, and each link counts for only one of them.',
    remedy: REMEDY,
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        {
          url: 'https://example.com/',
          body: '<p>We sell brooms that sweep floors, stairs and yards. <a href="/index.html">Home</a>',
        },
        {
          url: 'https://example.com/index.html',
          body: '<p>We sell brooms that sweep floors, stairs and yards. <a href="/index.html">Home</a>',
        },
      ],
      good: [
        {
          url: 'https://example.com/',
          body: '<p>We sell brooms that sweep floors, stairs and yards. <a href="/index.html">Index</a>',
        },
        {
          url: 'https://example.com/index.html',
          body: '<p>Barns, crumbs, floors, stairs, yards: every broom that we sell, from A to Z.',
        },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) => pairIssues(site, 'index', { difference: 'the directory index', whenSettled: 'info' }),
  },
  {
    id: 'dup/case',
    severity: 'warning',
    title: 'same page in upper and lower case',
    condition: `Paths that differ only in letter case show the same text${SETTLED}`,
    why: 'Paths are case-sensitive, so search engines see several pages.',
    remedy: REMEDY,
    reference: 'RFC 3986 6.2.2.1',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/brooms">Brooms</a> <a href="/Brooms">All brooms</a>' },
        { url: 'https://example.com/brooms', body: FLOOR_BROOM },
        { url: 'https://example.com/Brooms', body: FLOOR_BROOM },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/brooms">Brooms</a> <a href="/Brooms">All brooms</a>' },
        { url: 'https://example.com/brooms', body: FLOOR_BROOM },
        { url: 'https://example.com/Brooms', status: 301, headers: { location: '/brooms' } },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) => pairIssues(site, 'case', { difference: 'letter case', whenSettled: 'info' }),
  },
  {
    id: 'dup/multi-slash',
    severity: 'warning',
    title: 'same page with repeated slashes',
    condition: `A page is also served under a path with repeated slashes${SETTLED}`,
    why: 'Such paths usually come from a template that joins two parts, and they duplicate every page below them.',
    remedy: REMEDY,
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/shop/a">A broom</a> <a href="/shop//a">The broom</a>' },
        { url: 'https://example.com/shop/a', body: FLOOR_BROOM },
        { url: 'https://example.com/shop//a', body: FLOOR_BROOM },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/shop/a">A broom</a> <a href="/shop//a">The broom</a>' },
        { url: 'https://example.com/shop/a', body: FLOOR_BROOM },
        { url: 'https://example.com/shop//a', status: 404 },
      ],
    },
    prepare: duplicatesOf.steps,
    checkSite: (site) => pairIssues(site, 'slashes', { difference: 'the number of slashes', whenSettled: 'info' }),
  },
];
