import type { Rule } from '../../rule.ts';
import { FLOOR_BROOM } from '../example-pages.ts';
import { variationIssues } from './duplicate-issues.ts';

export const dupEmptyQuery: Rule = {
  id: 'dup/empty-query',
  severity: 'info',
  title: 'same page with an empty query',
  condition: 'A page is also found with an empty query (?) or with parameters that have no value, such as ?q=.',
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
  checkSite: (site) => variationIssues(site, 'empty-query', { difference: 'an empty query', whenSettled: null }),
};
