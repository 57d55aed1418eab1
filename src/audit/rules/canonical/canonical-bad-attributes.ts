import type { Rule } from '../../rule.ts';

export const canonicalBadAttributes: Rule = {
  id: 'canonical/bad-attributes',
  severity: 'warning',
  title: 'canonical link with attributes that invalidate it',
  condition: 'A canonical link has an hreflang, lang, media or type attribute.',
  why: 'These attributes mark a version for certain visitors, so search engines do not treat the link as canonical.',
  remedy: 'Keep only rel and href; use rel="alternate" for language and media versions.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      {
        url: 'https://example.com/a',
        body: '<link rel="canonical" hreflang="en" href="https://example.com/a"><p>All our brooms.',
      },
    ],
    good: [
      {
        url: 'https://example.com/a',
        body: '<link rel="canonical" id="canonical" href="https://example.com/a"><link rel="alternate" hreflang="en" href="https://example.com/a"><p>All our brooms.',
      },
    ],
  },
  *checkPage(page, { canonicals }) {
    const declared = canonicals.find(({ where, attributes }) => where !== 'body' && attributes.length > 0);
    if (declared === undefined) return;
    yield {
      key: page.key,
      message: `has a canonical link with other attributes: ${declared.attributes.join(', ')}`,
      evidence: {
        target: declared.url,
        declared: declared.href,
        where: declared.where,
        attributes: declared.attributes,
      },
      line: declared.line,
      column: declared.column,
    };
  },
};
