import type { Rule } from '../../rule.ts';
import { cycleIssues } from './cycle-issues.ts';

export const targetLoop: Rule = {
  id: 'target/loop',
  severity: 'error',
  title: 'loop of canonical URLs',
  condition: 'Pages name each other as their canonical URLs, in a loop.',
  why: 'No page is canonical, so search engines ignore the declarations.',
  remedy: 'Choose one page, and have all of them name it, including the page itself.',
  reference: 'RFC 6596 3',
  examples: {
    bad: [
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/b"><p>A broom.' },
      { url: 'https://example.com/b', body: '<link rel="canonical" href="https://example.com/c"><p>A broom.' },
      { url: 'https://example.com/c', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/b"><p>A broom.' },
      { url: 'https://example.com/b', body: '<link rel="canonical" href="https://example.com/c"><p>A broom.' },
      { url: 'https://example.com/c', body: '<link rel="canonical" href="https://example.com/c"><p>A broom.' },
    ],
  },
  checkSite: (site) => cycleIssues('canonical', 'is part of a loop of canonical URLs', site),
};
