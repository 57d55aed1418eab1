import type { Rule } from '../../rule.ts';
import { canonicalGraph } from '../../site/canonical-graph.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

/** Declarations in a row that are followed to name the last. */
const MAX_HOPS = 10;

export const targetChain: Rule = {
  id: 'target/chain',
  severity: 'warning',
  title: 'chain of canonical URLs',
  condition: 'The canonical URL of a page names a third page as its own canonical URL.',
  why: 'Search engines may stop at any of them.',
  remedy: 'Name the last one of the chain at once.',
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
    // In front of a circle, the circle is what is wrong; a page that asks not to be indexed is said by target/noindex.
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

/** The page and what is declared from there on, to the last one or the greatest number of hops. */
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
