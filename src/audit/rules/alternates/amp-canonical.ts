import type { Key } from '../../../canon/key.ts';
import type { Rule } from '../../rule.ts';
import { finalCanonical } from '../../site/final-canonical.ts';

export const ampCanonical: Rule = {
  id: 'amp/canonical',
  severity: 'warning',
  title: 'AMP page that does not name its page',
  condition: 'The AMP version of a page does not name the page as its canonical URL.',
  why: 'Search engines connect the two only if each names the other.',
  remedy: 'Have the AMP version name the page with <link rel="canonical">.',
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
        message: 'is an AMP version, but does not name its page as the canonical URL',
        evidence: { page: page.url, canonical: target.canonical?.url ?? null },
        related: [page.url],
      };
    }
  },
};
