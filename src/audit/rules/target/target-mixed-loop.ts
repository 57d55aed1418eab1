import type { Rule } from '../../rule.ts';
import { cycleIssues } from './cycle-issues.ts';

export const targetMixedLoop: Rule = {
  id: 'target/mixed-loop',
  severity: 'error',
  title: 'canonical URL redirects back',
  condition: 'The canonical URL of a page redirects back to the page, directly or through other URLs.',
  why: 'The declaration and the redirect contradict each other, and search engines may follow either one.',
  remedy: 'Have the page name itself, or reverse the redirect.',
  reference: 'RFC 6596 3',
  examples: {
    bad: [
      { url: 'https://example.com/b', status: 301, headers: { location: 'https://example.com/a' } },
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/b"><p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/b', status: 301, headers: { location: 'https://example.com/a' } },
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
  },
  checkSite: (site) => cycleIssues('mixed', 'names a canonical URL that redirects back to it', site),
};
