import type { Rule } from '../rule.ts';
import { canonicalTarget } from '../target.ts';

export const targetRedirect: Rule = {
  id: 'target/redirect',
  severity: 'error',
  title: 'canonical URL redirects',
  condition: 'The canonical URL of a page answers with a redirect.',
  why: 'Two strong signals name two URLs, and search engines may follow either, or none.',
  remedy: 'Name the URL at which the redirects end.',
  reference: 'RFC 6596 3',
  examples: {
    bad: [
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/b"><p>A broom.' },
      { url: 'https://example.com/b', status: 301, headers: { location: 'https://example.com/c' } },
      { url: 'https://example.com/c', body: '<link rel="canonical" href="https://example.com/c"><p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/c"><p>A broom.' },
      { url: 'https://example.com/c', body: '<link rel="canonical" href="https://example.com/c"><p>A broom.' },
    ],
  },
  *checkPage(page, _, site) {
    const target = canonicalTarget(page, site);
    if (target === null || target.entry.aliasBy !== 'redirect') return;
    const { page: last, chain } = site.end(target);
    // That it ends here is a finding of its own: each of the two names the other.
    if (last === page) return;
    yield {
      key: page.key,
      message: 'names a canonical URL that redirects',
      evidence: { target: target.url, status: target.entry.status, hops: chain.length - 1, end: last?.url ?? null },
      related: chain.map(({ url }) => url),
    };
  },
};
