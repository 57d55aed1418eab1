import type { Rule } from '../../rule.ts';
import { FLOOR_BROOM } from '../example-pages.ts';
import { pairIssues } from './duplicate-issues.ts';

export const dupSlash: Rule = {
  id: 'dup/slash',
  severity: 'warning',
  title: 'same page with and without a trailing slash',
  condition: 'A page is served with and without a trailing slash in its path, with the same text.',
  why: 'Search engines see two pages, and each link counts for only one of them.',
  remedy: 'Choose one of the two forms, link to it, and redirect the other to it with status 301.',
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
  checkSite: (site) => pairIssues(site, 'slash', { difference: 'the trailing slash', whenSettled: 'info' }),
};
