import type { Rule } from '../../rule.ts';
import { pairIssues } from './duplicate-issues.ts';

export const dupIndex: Rule = {
  id: 'dup/index',
  severity: 'warning',
  title: 'same page with and without a directory index',
  condition: 'A folder and its directory index, such as / and /index.html, show the same text.',
  why: 'Search engines see two pages, and each link counts for only one of them.',
  remedy: 'Link to the folder, and redirect the directory index to it with status 301.',
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
  checkSite: (site) => pairIssues(site, 'index', { difference: 'the directory index', whenSettled: 'info' }),
};
