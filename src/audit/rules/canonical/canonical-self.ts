import type { Rule } from '../../rule.ts';

export const canonicalSelf: Rule = {
  id: 'canonical/self',
  severity: 'pass',
  title: 'self-referencing canonical URL',
  condition:
    'A page names itself as its canonical URL; spellings that are equivalent by RFC 3986 count as the same URL.',
  why: 'Search engines know which URL of the page to show.',
  remedy: 'Nothing to do.',
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
