import type { Rule } from '../../rule.ts';
import { FLOOR_BROOM } from '../example-pages.ts';
import { pairIssues } from './duplicate-issues.ts';

export const dupWww: Rule = {
  id: 'dup/www',
  severity: 'error',
  title: 'same page with and without www',
  condition: 'A page is served with and without www, both with status 200 and the same text.',
  why: 'Search engines see the whole site twice, and each link counts for only one of the copies.',
  remedy: 'Choose one of the two hosts, and redirect the other to it with status 301, keeping the path.',
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
  checkSite: (site) => pairIssues(site, 'www', { difference: 'the www prefix', whenSettled: 'info' }),
};
