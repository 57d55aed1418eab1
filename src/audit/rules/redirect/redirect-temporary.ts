import { VARIATION_PASSES, variationBetween, variationsOf } from '../../duplicates/variation.ts';
import type { Rule } from '../../rule.ts';
import { isTemporary, redirects } from './redirecting-pages.ts';

export const redirectTemporary: Rule = {
  id: 'redirect/temporary',
  severity: 'warning',
  title: 'temporary redirect between two forms of a URL',
  condition:
    'A redirect with status 302, 303 or 307 leads to another form of the same URL: scheme, www, trailing slash, directory index or letter case.',
  why: 'A temporary redirect tells search engines to keep the old form.',
  remedy: 'Use status 301 or 308.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/brooms">Brooms</a>' },
      { url: 'https://example.com/brooms', status: 302, headers: { location: '/brooms/' } },
      { url: 'https://example.com/brooms/', body: '<p>Brooms.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/brooms">Brooms</a>' },
      { url: 'https://example.com/brooms', status: 302, headers: { location: '/brooms/2026' } },
      { url: 'https://example.com/brooms/2026', body: '<p>Brooms.' },
    ],
  },
  *checkSite(site) {
    const variations = variationsOf(site.canon);
    for (const { page, target } of redirects(site)) {
      const { status } = page.entry;
      const kind = isTemporary(status) ? variationBetween(page.key, target.key, variations) : null;
      if (kind === null) continue;
      yield {
        key: page.key,
        message: `redirects with status ${status ?? ''} to another form of its URL`,
        evidence: { status, target: target.url, pass: VARIATION_PASSES[kind].join(', ') },
        related: [target.url],
        cause: `${page.entry.site} ${kind}`,
      };
    }
  },
};
