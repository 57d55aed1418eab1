import type { Rule } from '../../rule.ts';
import { countedCanonicals } from '../../site/page.ts';

export const canonicalOutsideHead: Rule = {
  id: 'canonical/outside-head',
  severity: 'error',
  title: 'canonical link outside the head',
  condition:
    'A canonical link is in the body of the page, as browsers parse it; a warning if another declaration counts.',
  why: 'Search engines ignore canonical links in the body, because visitors may have written them.',
  remedy: 'Move it into the head, before the element that ends the head early.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      {
        url: 'https://example.com/a',
        body: '<head><title>Brooms</title><div id="banner"></div>\n<link rel="canonical" href="https://example.com/a"></head><p>All our brooms.',
      },
    ],
    good: [
      {
        url: 'https://example.com/a',
        body: '<head><title>Brooms</title><noscript></noscript>\n<link rel="canonical" href="https://example.com/a"></head><p>All our brooms.',
      },
    ],
  },
  *checkPage(page, { canonicals }) {
    const declared = canonicals.find(({ where }) => where === 'body');
    if (declared === undefined) return;
    const { pushedBy } = declared;
    yield {
      key: page.key,
      severity: countedCanonicals(canonicals).length > 0 ? 'warning' : 'error',
      message: 'declares its canonical URL outside the head',
      evidence: {
        target: declared.url,
        declared: declared.href,
        headEndedBy: pushedBy?.tag ?? null,
        headEndedOnLine: pushedBy?.line ?? null,
      },
      line: declared.line,
      column: declared.column,
    };
  },
};
