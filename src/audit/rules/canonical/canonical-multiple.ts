import type { Rule } from '../../rule.ts';
import { countedCanonicals } from '../../site/page.ts';
import { describeDeclaration } from '../describe-declaration.ts';

export const canonicalMultiple: Rule = {
  id: 'canonical/multiple',
  severity: 'warning',
  title: 'canonical URL declared more than once',
  condition: 'A page declares the same canonical URL more than once, in its head or in Link headers.',
  why: 'Two parts of the site write it; if only one of them changes, search engines ignore both.',
  remedy: 'Keep one declaration and remove the others.',
  reference: 'https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical',
  examples: {
    bad: [
      {
        url: 'https://example.com/',
        headers: { link: '<https://example.com/>; rel="canonical"' },
        body: '<link rel="canonical" href="https://example.com/"><p>All our brooms.',
      },
    ],
    good: [
      {
        url: 'https://example.com/',
        headers: { link: '<https://example.com/brooms>; rel="next"' },
        body: '<link rel="canonical" href="https://example.com/"><p>All our brooms.',
      },
    ],
  },
  *checkPage(page, { canonicals }) {
    const declared = countedCanonicals(canonicals);
    // canonical/conflicting reports declarations that differ.
    if (page.canonical === null || declared.length < 2) return;
    const second = declared[1];
    yield {
      key: page.key,
      message: 'declares its canonical URL more than once',
      evidence: { target: page.canonical.url, declarations: declared.map(describeDeclaration) },
      line: second?.line ?? null,
      column: second?.column ?? null,
    };
  },
};
