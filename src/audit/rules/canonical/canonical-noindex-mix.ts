import type { Rule } from '../../rule.ts';
import { targetRemark } from '../../site/target.ts';
import { describeNoindex } from '../describe-noindex.ts';

export const canonicalNoindexMix: Rule = {
  id: 'canonical/noindex-mix',
  severity: 'warning',
  title: 'noindex together with a canonical URL',
  condition: 'A page is marked noindex and names another page as its canonical URL.',
  why: 'noindex says to drop the page, and the canonical URL says to merge it with the other page; search engines may apply noindex to both.',
  remedy: 'Choose one: a canonical URL if the pages are duplicates, noindex if they are not.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      {
        url: 'https://example.com/print/a',
        body: '<meta name="robots" content="noindex"><link rel="canonical" href="https://example.com/a"><p>All our brooms.',
      },
    ],
    good: [
      {
        url: 'https://example.com/print/a',
        body: '<meta name="robots" content="noindex"><link rel="canonical" href="https://example.com/print/a"><p>All our brooms.',
      },
    ],
  },
  *checkPage(page, record) {
    if (!page.noindex || page.canonical === null || page.canonical.key === page.key) return;
    yield targetRemark(page, record, {
      message: 'is marked noindex and names another page as its canonical URL',
      evidence: { directive: describeNoindex(record) },
    });
  },
};
