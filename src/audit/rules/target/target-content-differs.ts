import type { Rule } from '../../rule.ts';
import { BROOM, DUSTPAN, MOP } from '../example-pages.ts';
import { mismatchIssues } from './mismatch-issues.ts';

export const targetContentDiffers: Rule = {
  id: 'target/content-differs',
  severity: 'warning',
  title: 'canonical URL has different text',
  condition: "The canonical page contains less than 30 percent of this page's text.",
  why: 'A canonical URL must have the same content or more; search engines ignore the declaration, or stop showing what only this page has.',
  remedy: 'Name the page itself, or a page that has its text.',
  reference: 'RFC 6596 3',
  examples: {
    bad: [
      { url: 'https://example.com/brooms', body: `<link rel="canonical" href="https://example.com/dustpans">${BROOM}` },
      {
        url: 'https://example.com/dustpans',
        body: `<link rel="canonical" href="https://example.com/dustpans">${DUSTPAN}`,
      },
    ],
    good: [
      { url: 'https://example.com/brooms', body: `<link rel="canonical" href="https://example.com/all">${BROOM}` },
      {
        url: 'https://example.com/all',
        body: `<link rel="canonical" href="https://example.com/all">${DUSTPAN}${MOP}${BROOM}`,
      },
    ],
  },
  checkPage: (page, record, site) =>
    mismatchIssues('content', 'names a canonical URL that has little of its text', page, record, site),
};
