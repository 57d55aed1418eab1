import type { Rule } from '../rule.ts';
import { problemOf } from './alternates.ts';
import { pageIssue } from './issues.ts';

export const paginationBroken: Rule = {
  id: 'pagination/broken',
  severity: 'warning',
  title: 'rel=next or rel=prev leads to no page',
  condition: 'An indexable page names a next or previous page that fails, redirects or is marked noindex.',
  why: 'Search engines that read the declaration do not find the rest of the list.',
  remedy: 'Name the URL where the next or previous page is, and none on the last and first page.',
  reference: 'https://html.spec.whatwg.org/multipage/links.html#sequential-link-types',
  examples: {
    bad: [{ url: 'https://example.com/list', body: '<link rel="next" href="/list?page=2"><p>Brooms.' }],
    good: [
      { url: 'https://example.com/list', body: '<link rel="next" href="/list?page=2"><p>Brooms.' },
      { url: 'https://example.com/list?page=2', body: '<link rel="prev" href="/list"><p>More brooms.' },
    ],
  },
  checkPage(page, { next, prev }, site) {
    if (!page.isIndexable || (next === null && prev === null)) return [];
    const problems: string[] = [];
    const urls: string[] = [];
    for (const [name, url] of [
      ['next', next],
      ['prev', prev],
    ] as const) {
      const target = url === null ? null : site.pageAt(url);
      const problem = target === null || target === page || url === null ? null : problemOf(target, url, site);
      if (problem === null || url === null) continue;
      problems.push(`${name}: ${problem}`);
      urls.push(url);
    }
    if (problems.length === 0) return [];
    return pageIssue(page, {
      message: 'names a next or previous page that cannot be indexed',
      evidence: { problems },
      related: urls,
    });
  },
};
