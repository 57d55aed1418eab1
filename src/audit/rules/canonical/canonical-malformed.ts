import type { Rule } from '../../rule.ts';
import type { CanonicalDeclaration } from '../../site/page-record.ts';

/** Longer URLs are not kept, so that nothing is known of what they are. UTF-16 units. */
const MAX_LENGTH = 2048;

export const canonicalMalformed: Rule = {
  id: 'canonical/malformed',
  severity: 'error',
  title: 'canonical URL is none',
  condition: 'A canonical URL is empty, cannot be read as a URL, or is neither of http nor of https.',
  why: 'Search engines ignore it, and the page has no canonical URL.',
  remedy: 'Write the whole URL of the page that is meant.',
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
      // In the body it would not count anyway: canonical/outside-head.
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

/** Of a whole site, mostly: what made it was told to write files. */
function schemeOf(url: string | null): string {
  return url?.split(':', 1)[0]?.toLowerCase() ?? '';
}

const PROBLEMS = {
  empty: 'declares an empty canonical URL',
  unreadable: 'declares a canonical URL that is no URL',
  scheme: 'declares a canonical URL that is neither of http nor of https',
} as const;

function problemOf({ href, url }: CanonicalDeclaration, page: string): keyof typeof PROBLEMS | null {
  if (href.trim() === '') return 'empty';
  if (url === null) return href.length + page.length >= MAX_LENGTH ? null : 'unreadable';
  return /^https?:/i.test(url) ? null : 'scheme';
}
