import { oncePerSite } from './once-per-site.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';
import { canonicalTarget } from './target.ts';

/** Loops of canonical declarations and redirects. */
export interface CanonicalGraph {
  /** Loops in which at least one page declares a canonical URL. */
  readonly cycles: readonly Cycle[];
  /** The pages of loops, and the pages from which declarations and redirects lead into a loop. */
  readonly endless: ReadonlySet<AuditPage>;
  /** The pages of loops. */
  readonly inCycle: ReadonlySet<AuditPage>;
}

/** A loop of pages. */
export interface Cycle {
  /** `canonical` if every step is a declaration, `mixed` if some steps are redirects. */
  readonly kind: 'canonical' | 'mixed';
  /** In the order of the loop, from the declaring page with the smallest key. */
  readonly pages: readonly AuditPage[];
}

/** Finds the loops of a site. Linear in the entries: each leads to at most one other. */
export const canonicalGraph: (site: AuditSite) => CanonicalGraph = oncePerSite((site) => {
  const graph = { cycles: new Array<Cycle>(), endless: new Set<AuditPage>(), inCycle: new Set<AuditPage>() };
  const seen = new Uint8Array(site.pages.length);
  for (const start of site.pages) {
    const { path, next } = walk(start, site, seen);
    // A page seen on this same walk closes a loop.
    const from = next === null ? -1 : path.indexOf(next);
    if (from >= 0) addCycle(path.slice(from), graph);
    if (next !== null && (from >= 0 || graph.endless.has(next))) for (const page of path) graph.endless.add(page);
  }
  return graph;
});

function walk(
  start: AuditPage,
  site: AuditSite,
  /** 1 at the index of each page that was seen. */
  seen: Uint8Array,
): { readonly path: readonly AuditPage[]; readonly next: AuditPage | null } {
  const path: AuditPage[] = [];
  let page: AuditPage | null = start;
  while (page !== null && seen[page.index] === 0) {
    seen[page.index] = 1;
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
  // redirect/loop reports loops of redirects only.
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
