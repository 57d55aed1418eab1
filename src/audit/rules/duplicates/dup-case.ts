import type { Rule } from '../../rule.ts';
import { FLOOR_BROOM } from '../example-pages.ts';
import { pairIssues } from './duplicate-issues.ts';

export const dupCase: Rule = {
  id: 'dup/case',
  severity: 'warning',
  title: 'same page in upper and lower case',
  condition: 'Paths that differ only in letter case show the same text.',
  why: 'Paths are case-sensitive, so search engines see several pages.',
  remedy: 'Write links in lower case, and redirect other spellings with status 301.',
  reference: 'RFC 3986 6.2.2.1',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/brooms">Brooms</a> <a href="/Brooms">All brooms</a>' },
      { url: 'https://example.com/brooms', body: FLOOR_BROOM },
      { url: 'https://example.com/Brooms', body: FLOOR_BROOM },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/brooms">Brooms</a> <a href="/Brooms">All brooms</a>' },
      { url: 'https://example.com/brooms', body: FLOOR_BROOM },
      { url: 'https://example.com/Brooms', status: 301, headers: { location: '/brooms' } },
    ],
  },
  checkSite: (site) => pairIssues(site, 'case', { difference: 'letter case', whenSettled: 'info' }),
};
