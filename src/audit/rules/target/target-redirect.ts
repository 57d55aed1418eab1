import type { Rule } from '../../rule.ts';
import { canonicalGraph } from '../../site/canonical-graph.ts';
import type { AuditPage } from '../../site/page.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

/** How many URLs of the redirect chain a finding names. */
const MAX_RELATED = 10;

export const targetRedirect: Rule = {
  id: 'target/redirect',
  severity: 'error',
  title: 'canonical URL redirects',
  condition: 'The canonical URL of a page answers with a redirect.',
  why: 'Two strong signals name different URLs, and search engines may follow either one or neither.',
  remedy: 'Name the URL where the redirects end.',
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
  *checkPage(page, record, site) {
    const target = canonicalTarget(page, site);
    // target/mixed-loop reports redirects that lead back to the page.
    if (target === null || !isRedirect(target) || canonicalGraph(site).inCycle.has(page)) return;
    const { page: last, chain } = site.end(target);
    yield targetRemark(page, record, {
      message: 'names a canonical URL that redirects',
      evidence: { status: target.entry.status, hops: Math.max(1, chain.length - 1), end: last?.url ?? null },
      related: chain.slice(0, MAX_RELATED).map(({ url }) => url),
    });
  },
};

function isRedirect({ entry }: AuditPage): boolean {
  return entry.aliasBy === 'redirect' || entry.reason === 'redirect-loop';
}
