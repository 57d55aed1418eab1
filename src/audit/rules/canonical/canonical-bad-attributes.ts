import type { Rule } from '../../rule.ts';

export const canonicalBadAttributes: Rule = {
  id: 'canonical/bad-attributes',
  severity: 'warning',
  title: 'canonical URL with attributes that make it none',
  condition: 'A canonical link has one of the attributes hreflang, lang, media and type.',
  why: 'They say that it is a version for some visitors only, and search engines do not take it for the canonical URL.',
  remedy: 'Leave only rel and href; name versions for languages and media with rel="alternate".',
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
      message: `declares a canonical URL with ${declared.attributes.join(', ')}`,
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
