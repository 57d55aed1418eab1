import type { Rule } from '../../rule.ts';
import { variationIssues } from './duplicate-issues.ts';

export const dupEncoding: Rule = {
  id: 'dup/encoding',
  severity: 'info',
  title: 'equivalent URLs written differently',
  condition:
    'Links use several spellings of a URL that are equivalent by RFC 3986, such as %7E and ~, %c3 and %C3, or with and without the default port.',
  why: 'Caches, logs and some crawlers treat them as different pages.',
  remedy: 'Write all links with the same spelling.',
  reference: 'RFC 3986 6.2.2',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/~anna/">Anna</a> <a href="/%7Eanna/">Her brooms</a>' },
      { url: 'https://example.com/~anna/', body: '<p>Brooms by Anna.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/~anna/">Anna</a> <a href="/~anna/#brooms">Her brooms</a>' },
      { url: 'https://example.com/~anna/', body: '<p>Brooms by Anna.' },
    ],
  },
  checkSite: (site) =>
    variationIssues(site, 'encoding', {
      difference: 'percent-encoding, default port or dot segments',
      whenSettled: 'info',
    }),
};
