import type { Rule } from '../../rule.ts';
import { pairIssues, spellingIssues } from './duplicate-issues.ts';

const WORDS = { difference: 'the spelling of characters, port or dots', whenSettled: 'info' } as const;

export const dupEncoding: Rule = {
  id: 'dup/encoding',
  severity: 'info',
  title: 'one URL in several spellings',
  condition:
    'Spellings of a URL are in use that are equivalent by the standard: %7E and ~, %c3 and %C3, a port that is the default.',
  why: 'Caches, logs and some crawlers take them for different pages.',
  remedy: 'Write all links in one spelling.',
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
  *checkSite(site) {
    yield* pairIssues(site, 'encoding', WORDS);
    yield* spellingIssues(site, 'encoding', WORDS);
  },
};
