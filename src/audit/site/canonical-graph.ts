import { oncePerSite } from './once-per-site.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';
import { canonicalTarget } from './target.ts';

/** Where canonical declarations and redirects go round in circles. */
export interface CanonicalGraph {
  readonly cycles: readonly Cycle[];
  /** The pages of circles, and those from which declarations and redirects lead into one. */
  readonly endless: ReadonlySet<AuditPage>;
  /** The pages of circles. */
  readonly inCycle: ReadonlySet<AuditPage>;
}

export interface Cycle {
  /** Whether pages declare all of it, or redirects are a part. */
  readonly kind: 'canonical' | 'mixed';
  /** In the order in which they lead to each other, from the page of the least key that declares a canonical. */
  readonly pages: readonly AuditPage[];
}

/** Linear in the entries, for each leads to one other at most. */
export const canonicalGraph: (site: AuditSite) => CanonicalGraph = oncePerSite((site) => {
  const graph = { cycles: new Array<Cycle>(), endless: new Set<AuditPage>(), inCycle: new Set<AuditPage>() };
  const seen = new Set<AuditPage>();
  for (const start of site.pages) {
    const { path, next } = walk(start, site, seen);
    // A page that was seen on this very walk closes a circle.
    const from = next === null ? -1 : path.indexOf(next);
    if (from >= 0) addCycle(path.slice(from), graph);
    if (next !== null && (from >= 0 || graph.endless.has(next))) for (const page of path) graph.endless.add(page);
  }
  return graph;
});

function walk(
  start: AuditPage,
  site: AuditSite,
  seen: Set<AuditPage>,
): { readonly path: readonly AuditPage[]; readonly next: AuditPage | null } {
  const path: AuditPage[] = [];
  let page: AuditPage | null = start;
  while (page !== null && !seen.has(page)) {
    seen.add(page);
    path.push(page);
    page = nextOf(page, site);
  }
  return { path, next: page };
}

function nextOf(page: AuditPage, site: AuditSite): AuditPage | null {
  if (!isRedirect(page)) return canonicalTarget(page, site);
  const { aliasOf } = page.entry;
  return aliasOf === null ? null : site.page(aliasOf);
}

function addCycle(
  pages: readonly AuditPage[],
  { cycles, inCycle }: { readonly cycles: Cycle[]; readonly inCycle: Set<AuditPage> },
): void {
  const declaring = pages.filter((page) => !isRedirect(page));
  const [first] = declaring;
  // Redirects alone are no matter of canonical URLs.
  if (first === undefined) return;
  const leader = declaring.reduce((least, page) => (page.key < least.key ? page : least), first);
  const at = pages.indexOf(leader);
  const kind = declaring.length === pages.length ? 'canonical' : 'mixed';
  cycles.push({ kind, pages: [...pages.slice(at), ...pages.slice(0, at)] });
  for (const page of pages) inCycle.add(page);
}

function isRedirect({ entry }: AuditPage): boolean {
  return entry.aliasBy === 'redirect';
}
