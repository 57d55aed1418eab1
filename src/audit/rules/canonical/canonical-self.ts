import type { Rule } from '../../rule.ts';

export const canonicalSelf: Rule = {
  id: 'canonical/self',
  severity: 'pass',
  title: 'canonical URL is its own',
  condition: 'A page names itself as its canonical URL; spellings that RFC 3986 calls equivalent are the same.',
  why: 'Search engines know which of the URLs that lead to the page is meant.',
  remedy: 'Nothing is to be done.',
  reference: 'RFC 6596 3',
  examples: {
    bad: [
      { url: 'https://example.com/%7Eann', body: '<link rel="canonical" href="https://EXAMPLE.com:443/~ann"><p>Ann.' },
    ],
    good: [{ url: 'https://example.com/~ann', body: '<link rel="canonical" href="https://example.com/ann"><p>Ann.' }],
  },
  *checkPage(page) {
    if (page.canonical?.isSelf) yield { key: page.key, message: 'names itself as its canonical URL' };
  },
};
