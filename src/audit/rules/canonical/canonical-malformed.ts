import type { Rule } from '../../rule.ts';
import type { CanonicalDeclaration } from '../../site/page-record.ts';

/** The crawl does not store longer URLs, so they cannot be judged. In UTF-16 code units. */
const MAX_LENGTH = 2048;

export const canonicalMalformed: Rule = {
  id: 'canonical/malformed',
  severity: 'error',
  title: 'canonical URL is not a valid http(s) URL',
  condition: 'A canonical URL is empty, cannot be parsed, or is not an http or https URL.',
  why: 'Search engines ignore it, so the page has no canonical URL.',
  remedy: 'Write the full URL of the intended page.',
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#attr-link-href',
  examples: {
    bad: [
      {
        url: 'https://example.com/a',
        body: '<link rel="canonical" href="https://exa mple.com/a"><p>All our brooms.',
      },
    ],
    good: [
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/a b"><p>All our brooms.' },
    ],
  },
  *checkPage(page, { canonicals }) {
    for (const declared of canonicals) {
      // canonical/outside-head reports links in the body.
      const problem = declared.where === 'body' ? null : problemOf(declared, page.url);
      if (problem === null) continue;
      yield {
        key: page.key,
        message: PROBLEMS[problem],
        ...(problem === 'scheme' && { cause: schemeOf(declared.url) }),
        evidence: { problem, declared: declared.href, where: declared.where },
        line: declared.line,
        column: declared.column,
      };
      return;
    }
  },
};

/** A wrong scheme usually affects a whole site: its generator was configured to write files. */
function schemeOf(url: string | null): string {
  return url?.split(':', 1)[0]?.toLowerCase() ?? '';
}

const PROBLEMS = {
  empty: 'declares an empty canonical URL',
  unreadable: 'declares a canonical URL that is not a valid URL',
  scheme: 'declares a canonical URL that is not http or https',
} as const;

function problemOf({ href, url }: CanonicalDeclaration, page: string): keyof typeof PROBLEMS | null {
  if (href.trim() === '') return 'empty';
  if (url === null) return href.length + page.length >= MAX_LENGTH ? null : 'unreadable';
  return /^https?:/i.test(url) ? null : 'scheme';
}
