import type { Rule } from '../../rule.ts';
import { cycleIssues } from './cycle-issues.ts';

export const targetLoop: Rule = {
  id: 'target/loop',
  severity: 'error',
  title: 'canonical URLs go round in a circle',
  condition: 'Pages name each other as their canonical URLs, in a circle.',
  why: 'None of them is the one, and search engines ignore the declarations.',
  remedy: 'Choose one of them, and have all of them name it, itself included.',
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
  checkSite: (site) =>
    cycleIssues('canonical', 'is one of pages that name each other as canonical URLs, in a circle', site),
};
