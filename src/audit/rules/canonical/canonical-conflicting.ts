import type { Rule } from '../../rule.ts';
import { countedCanonicals } from '../../site/page.ts';
import { describeDeclaration } from '../describe-declaration.ts';

export const canonicalConflicting: Rule = {
  id: 'canonical/conflicting',
  severity: 'error',
  title: 'conflicting canonical URLs',
  condition: 'A page declares two or more different canonical URLs, in its head or in Link headers.',
  why: 'Search engines ignore all of them.',
  remedy: 'Keep the correct one and remove the others.',
  reference: 'https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical',
  examples: {
    bad: [
      {
        url: 'https://example.com/a?sort=price',
        headers: { link: '<https://example.com/a?sort=price>; rel="canonical"' },
        body: '<link rel="canonical" href="https://example.com/a"><p>All our brooms.',
      },
    ],
    good: [
      {
        url: 'https://example.com/a?sort=price',
        headers: { link: '<https://example.com/b>; rel="canonical"; anchor="https://example.com/b?sort=price"' },
        body: '<link rel="canonical" href="https://example.com/a"><p>All our brooms.',
      },
    ],
  },
  *checkPage(page, { canonicals }) {
    const declared = countedCanonicals(canonicals);
    if (page.canonical !== null || declared.length < 2) return;
    const targets = [...new Set(declared.map(({ url }) => url ?? ''))];
    yield {
      key: page.key,
      message: `declares ${targets.length} different canonical URLs`,
      evidence: { declarations: declared.map(describeDeclaration) },
      related: targets,
      line: declared[1]?.line ?? null,
      column: declared[1]?.column ?? null,
    };
  },
};
