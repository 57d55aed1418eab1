import type { Rule } from '../../rule.ts';

export const ogUrl: Rule = {
  id: 'og/url',
  severity: 'warning',
  title: 'og:url is not the canonical URL',
  condition: 'A page names different URLs in og:url and as its canonical URL.',
  why: 'Shares count for one URL, and search results for the other.',
  remedy: 'Write the canonical URL in both places.',
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
    const shared = openGraphUrl === null || canonical === null ? null : site.keys.key(openGraphUrl);
    if (shared === null || canonical === null || shared === canonical.key) return;
    yield {
      key,
      message: 'has an og:url that differs from its canonical URL',
      evidence: { openGraphUrl, canonical: canonical.url },
      related: [canonical.url],
    };
  },
};
