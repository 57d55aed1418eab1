import type { Rule } from '../../rule.ts';

export const ogUrl: Rule = {
  id: 'og/url',
  severity: 'warning',
  title: 'og:url is not the canonical URL',
  condition: 'A page names one URL in og:url and another one as its canonical URL.',
  why: 'What is shared is counted for one URL, and what is found for another.',
  remedy: 'Write the canonical URL in both.',
  reference: 'https://ogp.me/#metadata',
  examples: {
    bad: [
      {
        url: 'https://example.com/a',
        body: '<meta property="og:url" content="https://example.com/"><link rel="canonical" href="https://example.com/a"><p>A broom.',
      },
    ],
    good: [
      {
        url: 'https://example.com/a',
        body: '<meta property="og:url" content="https://example.com/a?utm_source=share"><link rel="canonical" href="https://example.com/a"><p>A broom.',
      },
    ],
  },
  *checkPage({ key, canonical }, { openGraphUrl }, site) {
    // Without a canonical URL there is nothing that it contradicts.
    const shared = openGraphUrl === null || canonical === null ? null : site.keys.key(openGraphUrl);
    if (shared === null || canonical === null || shared === canonical.key) return;
    yield {
      key,
      message: 'names another URL in og:url than its canonical one',
      evidence: { openGraphUrl, canonical: canonical.url },
      related: [canonical.url],
    };
  },
};
