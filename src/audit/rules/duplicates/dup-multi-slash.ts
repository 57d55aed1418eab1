import type { Rule } from '../../rule.ts';
import { FLOOR_BROOM } from '../example-pages.ts';
import { pairIssues } from './duplicate-issues.ts';

export const dupMultiSlash: Rule = {
  id: 'dup/multi-slash',
  severity: 'warning',
  title: 'same page with repeated slashes',
  condition: 'A page is also served under a path with repeated slashes.',
  why: 'Such paths usually come from a template that joins two parts, and they duplicate every page below them.',
  remedy: 'Fix the links, and redirect such paths to single slashes with status 301.',
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
  checkSite: (site) => pairIssues(site, 'slashes', { difference: 'the number of slashes', whenSettled: 'info' }),
};
