import type { Rule } from '../../rule.ts';
import { FLOOR_BROOM } from '../example-pages.ts';
import { variationIssues } from './duplicate-issues.ts';

export const dupParamOrder: Rule = {
  id: 'dup/param-order',
  severity: 'warning',
  title: 'same parameters in another order',
  condition: 'URLs with the same parameters in another order show the same text, and declare no common canonical URL.',
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
  checkSite: (site) => variationIssues(site, 'order', { difference: 'the order of the parameters', whenSettled: null }),
};
