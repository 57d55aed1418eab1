import type { Rule } from '../../rule.ts';
import { canonicalGraph } from '../../site/canonical-graph.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

/** How many declarations to follow to the end of a chain. */
const MAX_HOPS = 10;

export const targetChain: Rule = {
  id: 'target/chain',
  severity: 'warning',
  title: 'chain of canonical URLs',
  condition: 'The canonical URL of a page names a third page as its own canonical URL.',
  why: 'Search engines may stop at any page of the chain.',
  remedy: 'Name the last page of the chain directly.',
  reference: 'RFC 6596 3',
  examples: {
    bad: [
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/b"><p>A broom.' },
      { url: 'https://example.com/b', body: '<link rel="canonical" href="https://example.com/c"><p>A broom.' },
      { url: 'https://example.com/c', body: '<link rel="canonical" href="https://example.com/c"><p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/c"><p>A broom.' },
      { url: 'https://example.com/c', body: '<link rel="canonical" href="https://example.com/c"><p>A broom.' },
    ],
  },
  *checkPage(page, record, site) {
    // target/loop reports chains that end in a loop, and target/noindex reports noindex targets.
    if (canonicalTarget(page, site)?.noindex !== false || canonicalGraph(site).endless.has(page)) return;
    const path = declaredPath(page, site);
    if (path.length <= 2) return;
    const hops = path.length - 1;
    yield targetRemark(page, record, {
      message: 'names a canonical URL that names another one',
      evidence: { hops, end: hops < MAX_HOPS ? (path.at(-1) ?? null) : null },
      related: path,
    });
  },
};

/** The URLs from the page along its declarations, at most `MAX_HOPS` hops. */
function declaredPath(start: AuditPage, site: AuditSite): readonly string[] {
  const path = [start.url];
  for (let page: AuditPage | null = start; page !== null && path.length <= MAX_HOPS; ) {
    const { canonical, key }: AuditPage = page;
    if (canonical === null || canonical.key === key) break;
    path.push(canonical.url);
    page = canonicalTarget(page, site);
  }
  return path;
}
