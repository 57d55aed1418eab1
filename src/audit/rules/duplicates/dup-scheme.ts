import type { Rule } from '../../rule.ts';
import { FLOOR_BROOM } from '../example-pages.ts';
import { pairIssues } from './duplicate-issues.ts';

export const dupScheme: Rule = {
  id: 'dup/scheme',
  severity: 'error',
  title: 'same page over http and https',
  condition: 'A page is served over both http and https, with status 200 and the same text.',
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
  checkSite: (site) => pairIssues(site, 'scheme', { difference: 'the scheme', whenSettled: 'info' }),
};
