import type { Rule } from '../../rule.ts';
import { BROOM, DUSTPAN } from '../example-pages.ts';
import { mismatchIssues } from '../target/mismatch-issues.ts';

export const paginationToFirst: Rule = {
  id: 'pagination/to-first',
  severity: 'warning',
  title: 'later page of a list names the first page',
  condition: 'The second or a later page of a list names the first page as its canonical URL, but has different text.',
  why: 'Search engines skip the later pages, and may miss the pages that they link to.',
  remedy: 'Have each page of the list name itself.',
  reference: 'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
  examples: {
    bad: [
      {
        url: 'https://example.com/list?page=2',
        body: `<link rel="canonical" href="https://example.com/list">${BROOM}`,
      },
      { url: 'https://example.com/list', body: `<link rel="canonical" href="https://example.com/list">${DUSTPAN}` },
    ],
    good: [
      {
        url: 'https://example.com/list?page=2',
        body: `<link rel="canonical" href="https://example.com/list">${BROOM}`,
      },
      {
        url: 'https://example.com/list',
        body: `<link rel="canonical" href="https://example.com/list">${DUSTPAN}${BROOM}`,
      },
    ],
  },
  checkPage: (page, record, site) =>
    mismatchIssues(
      'pagination',
      'is a later page of a list and names the first page as its canonical URL',
      page,
      record,
      site,
    ),
};
