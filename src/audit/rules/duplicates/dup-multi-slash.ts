import type { Rule } from '../../rule.ts';
import { pairIssues } from './duplicate-issues.ts';

export const dupMultiSlash: Rule = {
  id: 'dup/multi-slash',
  severity: 'warning',
  title: 'the same page with several slashes in a row',
  condition: 'A page is also served under a path that has several slashes where the other one has a single one.',
  why: 'Such a path mostly comes from a template that joins two parts, and doubles every page below it.',
  remedy: 'Mend the links, and redirect such paths to the one with single slashes with status 301.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/shop/a">A broom</a> <a href="/shop//a">The broom</a>' },
      {
        url: 'https://example.com/shop/a',
        body: '<p>This broom sweeps floors, stairs and yards, in summer as in winter.',
      },
      {
        url: 'https://example.com/shop//a',
        body: '<p>This broom sweeps floors, stairs and yards, in summer as in winter.',
      },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/shop/a">A broom</a> <a href="/shop//a">The broom</a>' },
      {
        url: 'https://example.com/shop/a',
        body: '<p>This broom sweeps floors, stairs and yards, in summer as in winter.',
      },
      { url: 'https://example.com/shop//a', status: 404 },
    ],
  },
  checkSite: (site) => pairIssues(site, 'slashes', { difference: 'the number of slashes', whenSettled: 'info' }),
};
