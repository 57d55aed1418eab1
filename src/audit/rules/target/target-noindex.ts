import type { Rule } from '../../rule.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';
import { describeNoindex } from '../describe-noindex.ts';

export const targetNoindex: Rule = {
  id: 'target/noindex',
  severity: 'error',
  title: 'canonical URL is marked noindex',
  condition: 'The canonical URL of a page is marked noindex, in its HTML or in an X-Robots-Tag header.',
  why: 'Search engines may show neither page: this page defers to one that they drop.',
  remedy: 'Remove noindex from the canonical URL, or name an indexable page.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
  examples: {
    bad: [
      { url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', headers: { 'x-robots-tag': 'none' }, body: '<p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', headers: { 'x-robots-tag': 'otherbot: none' }, body: '<p>A broom.' },
    ],
  },
  *checkPage(page, record, site) {
    const target = canonicalTarget(page, site);
    if (target === null || !target.isPage || !target.noindex) return;
    const asked = site.record(target);
    yield targetRemark(page, record, {
      message: 'names a canonical URL that is marked noindex',
      evidence: { directive: asked === null ? null : describeNoindex(asked) },
    });
  },
};
