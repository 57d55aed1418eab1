import type { Rule } from '../../rule.ts';
import { targetRemark } from '../../site/target.ts';
import { describeNoindex } from '../describe-noindex.ts';

export const canonicalNoindexMix: Rule = {
  id: 'canonical/noindex-mix',
  severity: 'warning',
  title: 'noindex beside a canonical URL',
  condition: 'A page asks not to be indexed, and names another page as its canonical URL.',
  why: 'The first says to forget the page, the second to count it for the other; search engines may take noindex for both.',
  remedy: 'Choose one: the canonical URL where the two are the same page, noindex where they are not.',
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
      message: 'asks not to be indexed, and names another page as its canonical URL',
      evidence: { directive: describeNoindex(record) },
    });
  },
};
