import type { Key } from '../../../canon/key.ts';
import type { Rule } from '../../rule.ts';
import { finalCanonical } from '../../site/final-canonical.ts';

export const ampCanonical: Rule = {
  id: 'amp/canonical',
  severity: 'warning',
  title: 'an AMP page that does not name its page',
  condition: 'A page has an AMP version that does not name the page as its canonical URL.',
  why: 'Search engines connect the two only where each names the other.',
  remedy: 'Name the page with <link rel="canonical"> in its AMP version.',
  reference: 'https://amp.dev/documentation/guides-and-tutorials/optimize-and-measure/discovery/',
  examples: {
    bad: [
      { url: 'https://example.com/a', body: '<link rel="amphtml" href="/amp/a"><p>A broom.' },
      { url: 'https://example.com/amp/a', body: '<p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/a', body: '<link rel="amphtml" href="/amp/a"><p>A broom.' },
      { url: 'https://example.com/amp/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
  },
  *checkSite(site) {
    const reported = new Set<Key>();
    for (const page of site.pages) {
      const amp = page.isPage ? (site.record(page)?.amp ?? null) : null;
      const named = amp === null ? null : site.pageAt(amp);
      const target = named === null ? null : site.end(named).page;
      if (target === null || target === page || !target.isPage || reported.has(target.key)) continue;
      if (target.canonical !== null && finalCanonical(target, site) === finalCanonical(page, site)) continue;
      reported.add(target.key);
      yield {
        key: target.key,
        message: 'is the AMP version of a page that it does not name as its canonical URL',
        evidence: { page: page.url, canonical: target.canonical?.url ?? null },
        related: [page.url],
      };
    }
  },
};
