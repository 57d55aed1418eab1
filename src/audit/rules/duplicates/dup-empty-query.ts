import type { Rule } from '../../rule.ts';
import { pairIssues, spellingIssues } from './duplicate-issues.ts';

const WORDS = { difference: 'an empty query', whenSettled: null };

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
      { url: 'https://example.com/a', body: '<p>This broom sweeps floors, stairs and yards, in summer as in winter.' },
      {
        url: 'https://example.com/a?size=',
        body: '<p>This broom sweeps floors, stairs and yards, in summer as in winter.',
      },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a">A</a> <a href="/a?size=l">B</a>' },
      { url: 'https://example.com/a', body: '<p>This broom sweeps floors, stairs and yards, in summer as in winter.' },
      {
        url: 'https://example.com/a?size=l',
        body: '<p>This broom sweeps floors, stairs and yards, in summer as in winter.',
      },
    ],
  },
  *checkSite(site) {
    yield* pairIssues(site, 'empty-query', WORDS);
    yield* spellingIssues(site, 'empty-query', WORDS);
  },
};
