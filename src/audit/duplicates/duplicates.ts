import { finalCanonical } from '../site/final-canonical.ts';
import { oncePerSite } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { Confirmations } from './confirmations.ts';
import { type IdleParam, idleParams } from './idle-params.ts';
import { leaderOf } from './leader.ts';
import { soft404Sign } from './soft-404.ts';
import { type Variation, type VariationKind, variationBetween, variationsOf } from './variation.ts';

/** Two URLs of the same page that differ in one way. */
interface DuplicatePair {
  /** The duplicate. */
  readonly page: AuditPage;
  /** The page to keep. */
  readonly leader: AuditPage;
  /** Why they are the same page, in words. */
  readonly evidence: string;
  /** Whether the site already tells search engines: the two share a canonical URL, or one is marked noindex. */
  readonly isSettled: boolean;
}

/** Pages that the crawl fetched more than once. */
export interface Duplicates {
  /** Pairs by the difference between their URLs. */
  readonly pairs: ReadonlyMap<VariationKind, readonly DuplicatePair[]>;
  /** The duplicates of all pairs. */
  readonly spare: ReadonlySet<AuditPage>;
  /** Pages with the same text whose URLs differ in no known way; one page per URL. */
  readonly clusters: readonly (readonly AuditPage[])[];
  /** Parameters that never change a page's text. */
  readonly idleParams: readonly IdleParam[];
}

/** Shorter texts prove nothing: pages without content of their own share their menus. */
const MIN_WORDS = 10;

/** The duplicates of a site. */
export const duplicatesOf: (site: AuditSite) => Duplicates = oncePerSite(findDuplicates);

/** Groups of pages with the same text, without error pages. */
function textClusters(site: AuditSite): readonly (readonly AuditPage[])[] {
  const pages = site.pages.filter(
    ({ isPage, text, words, entry }) => isPage && text !== null && words >= MIN_WORDS && entry.status === 200,
  );
  // The home page never counts as an error page, so the second page of a group decides as well.
  const isError = (cluster: readonly AuditPage[]): boolean =>
    cluster.slice(0, 2).some((page) => soft404Sign(page, site.record(page), site) !== null);
  return [...Map.groupBy(pages, ({ text }) => text).values()].filter(
    (cluster) => cluster.length > 1 && !isError(cluster),
  );
}

function findDuplicates(site: AuditSite): Duplicates {
  const variations = variationsOf(site.canon);
  const finder = new PairFinder(site, variations);
  for (const page of site.pages) {
    const { aliasBy, aliasOf } = page.entry;
    const target = aliasBy === 'equivalence' && aliasOf !== null ? site.page(aliasOf) : null;
    if (target !== null) finder.addAlias(page, target);
  }
  const clusters = textClusters(site);
  for (const cluster of clusters) for (const variation of variations) finder.addCluster(cluster, variation);
  const idle = idleParams(site, finder.spare);
  for (const { pairs } of idle) for (const [page, other] of pairs) finder.unions.join(page, other);
  return {
    pairs: finder.pairs,
    spare: finder.spare,
    clusters: clusters.map((cluster) => unexplained(cluster, finder.unions, site)).filter(({ length }) => length > 1),
    idleParams: idle,
  };
}

/** Finds pairs. Each duplicate is in one pair at most, so that it needs one redirect. */
class PairFinder {
  readonly pairs = new Map<VariationKind, DuplicatePair[]>();
  readonly unions = new Unions<AuditPage>();
  readonly spare = new Set<AuditPage>();
  readonly #site: AuditSite;
  readonly #variations: readonly Variation[];
  readonly #confirmations: Confirmations;

  constructor(site: AuditSite, variations: readonly Variation[]) {
    this.#site = site;
    this.#variations = variations;
    this.#confirmations = new Confirmations(site.claims, site.evidence);
  }

  /** Adds two entries that a claim merged. Their texts may differ, for example in a date. */
  addAlias(page: AuditPage, leader: AuditPage): void {
    if (page.entry.status !== 200 || !page.isPage || leader.entry.status !== 200 || !leader.isPage) return;
    const kind = variationBetween(page.key, leader.key, this.#variations);
    // The merge may rest on several claims; cite the first that covers the page.
    const kinds = this.#variations.filter(({ key }) => key(page.key) !== page.key).map((variation) => variation.kind);
    for (const each of kind === null ? kinds : [kind]) {
      const confirmed = this.#confirmed(each, page);
      if (confirmed === null) continue;
      this.#add(each, page, leader, confirmed);
      return;
    }
  }

  /** @param cluster pages with the same text */
  addCluster(cluster: readonly AuditPage[], { kind, key }: Variation): void {
    const groups = Map.groupBy(cluster, (page) => key(page.key));
    for (const [normal, group] of groups) {
      if (group.length < 2 || normal === null) continue;
      const leader = leaderOf(kind, group, normal, this.#site);
      for (const page of group) {
        this.unions.join(page, leader);
        if (page === leader || this.spare.has(page)) continue;
        this.#add(kind, page, leader, this.#confirmed(kind, page) ?? 'both show the same text');
      }
    }
  }

  #add(kind: VariationKind, page: AuditPage, leader: AuditPage, evidence: string): void {
    const isOne = finalCanonical(page, this.#site) === finalCanonical(leader, this.#site);
    const pairs = this.pairs.get(kind) ?? [];
    pairs.push({ page, leader, evidence, isSettled: isOne || page.noindex || leader.noindex });
    this.pairs.set(kind, pairs);
    this.unions.join(page, leader);
    this.spare.add(page);
  }

  #confirmed(kind: VariationKind, { key }: AuditPage): string | null {
    if (kind === 'encoding' || kind === 'tracking' || kind === 'session' || kind === 'empty-query') return null;
    const claim = this.#confirmations.claim(kind, key);
    return claim === null ? null : this.#confirmations.cite(claim);
  }
}

/** One page for each group of the cluster's URLs that nothing else merges. */
function unexplained(cluster: readonly AuditPage[], unions: Unions<AuditPage>, site: AuditSite): readonly AuditPage[] {
  const indexable = cluster.filter(({ isIndexable }) => isIndexable);
  const byCanonical = Map.groupBy(indexable, (page) => finalCanonical(page, site));
  for (const [first, ...others] of byCanonical.values()) {
    for (const page of others) if (first !== undefined) unions.join(page, first);
  }
  return [...Map.groupBy(indexable, (page) => unions.find(page)).values()].flatMap((group) => group.slice(0, 1));
}

/** A union-find structure (Tarjan 1975), in nearly linear time. */
class Unions<T> {
  readonly #parents = new Map<T, T>();

  /** The representative of an item's set, the same for all its items. */
  find(one: T): T {
    let root = one;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) {
      const above = this.#parents.get(parent);
      // Path halving.
      if (above !== undefined) this.#parents.set(root, above);
      root = parent;
    }
    return root;
  }

  /** Merges the sets of two items. */
  join(a: T, b: T): void {
    const [first, second] = [this.find(a), this.find(b)];
    if (first !== second) this.#parents.set(first, second);
  }
}
