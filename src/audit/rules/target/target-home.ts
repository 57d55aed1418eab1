import type { Rule } from '../../rule.ts';
import { BROOM, DUSTPAN } from '../example-pages.ts';
import { mismatchIssues } from './mismatch-issues.ts';

export const targetHome: Rule = {
  id: 'target/home',
  severity: 'warning',
  title: 'canonical URL is the home page',
  condition: 'A page names the home page of its site as its canonical URL, but has different text.',
  why: 'Search engines either treat the page as a copy of the home page and drop it, or notice the difference and ignore the declaration.',
  remedy: 'Name the page itself.',
  reference: 'https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical',
  examples: {
    bad: [
      { url: 'https://example.com/brooms', body: `<link rel="canonical" href="https://example.com/">${BROOM}` },
      { url: 'https://example.com/', body: `<link rel="canonical" href="https://example.com/">${DUSTPAN}` },
    ],
    good: [
      { url: 'https://example.com/start', body: `<link rel="canonical" href="https://example.com/">${BROOM}` },
      { url: 'https://example.com/', body: `<link rel="canonical" href="https://example.com/">${BROOM}<p>Seen today.` },
    ],
  },
  checkPage: (page, record, site) =>
    mismatchIssues('home', 'names the home page as its canonical URL, but has different text', page, record, site),
};
