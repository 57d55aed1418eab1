import { finalCanonical } from '../site/final-canonical.ts';
import { oncePerSite } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { Confirmations } from './confirmations.ts';
import { type IdleParam, idleParams } from './idle-params.ts';
import { leaderOf } from './leader.ts';
import { soft404Sign } from './soft-404.ts';
import { Unions } from './unions.ts';
import { type Variation, type VariationKind, variationBetween, variationsOf } from './variation.ts';

/** Two pages that are one, and whose URLs differ in one way. */
interface DuplicatePair {
  /** The one to give up. */
  readonly page: AuditPage;
  /** The one to keep. */
  readonly leader: AuditPage;
  /** What shows that they are one. */
  readonly evidence: string;
  /** Search engines are told already: by a canonical URL that both share, or because the page is not to be indexed. */
  readonly isSettled: boolean;
}

/** What was fetched more than once. */
export interface Duplicates {
  readonly pairs: ReadonlyMap<VariationKind, readonly DuplicatePair[]>;
  /** The pages of the pairs that are to be given up. */
  readonly spare: ReadonlySet<AuditPage>;
  /** Pages of one text whose URLs differ in no way that is known: one page for each such URL. */
  readonly clusters: readonly (readonly AuditPage[])[];
  readonly idleParams: readonly IdleParam[];
}

/** Fewer words are no sign: pages without content of their own share the words around it. */
const MIN_WORDS = 10;

/** The duplicates of a site. */
export const duplicatesOf: (site: AuditSite) => Duplicates = oncePerSite(findDuplicates);

/** Pages of one text that is not that of an error page. */
function textClusters(site: AuditSite): readonly (readonly AuditPage[])[] {
  const pages = site.pages.filter(
    ({ isPage, text, words, entry }) => isPage && text !== null && words >= MIN_WORDS && entry.status === 200,
  );
  // The first may be the home page, which is none; the second then says of all that they are.
  const isError = (cluster: readonly AuditPage[]): boolean =>
    cluster.slice(0, 2).some((page) => soft404Sign(page, site.record(page), site) !== null);
  return [...Map.groupBy(pages, ({ text }) => text).values()].filter(
    (cluster) => cluster.length > 1 && !isError(cluster),
  );
}

function findDuplicates(site: AuditSite): Duplicates {
  const variations = variationsOf(site.canon);
  const finder = new PairFinder(site, variations);
  for (const { key, entry } of site.pages) {
    const target = entry.aliasBy === 'equivalence' && entry.aliasOf !== null ? site.page(entry.aliasOf) : null;
    const page = target === null ? null : site.page(key);
    if (page !== null && target !== null) finder.addAlias(page, target);
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

/** Finds pairs: for each page that is not the one to keep at most one, so that one redirect is asked for. */
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

  /** Two entries that a claim has made one; of two texts it may be, for pages tell the time. */
  addAlias(page: AuditPage, leader: AuditPage): void {
    if (page.entry.status !== 200 || !page.isPage || leader.entry.status !== 200 || !leader.isPage) return;
    const kind = variationBetween(page.key, leader.key, this.#variations);
    // It may take several claims: then the first that says something of the page is named.
    const kinds = this.#variations.filter(({ key }) => key(page.key) !== page.key).map((variation) => variation.kind);
    for (const each of kind === null ? kinds : [kind]) {
      const confirmed = this.#confirmed(each, page);
      if (confirmed === null) continue;
      this.#add(each, page, leader, confirmed);
      return;
    }
  }

  /** @param cluster pages of one text */
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

/** One page for each URL of the cluster that nothing makes one with another. */
function unexplained(cluster: readonly AuditPage[], unions: Unions<AuditPage>, site: AuditSite): readonly AuditPage[] {
  const indexable = cluster.filter(({ isIndexable }) => isIndexable);
  const byCanonical = Map.groupBy(indexable, (page) => finalCanonical(page, site));
  for (const [first, ...others] of byCanonical.values()) {
    for (const page of others) if (first !== undefined) unions.join(page, first);
  }
  return [...Map.groupBy(indexable, (page) => unions.find(page)).values()].flatMap((group) => group.slice(0, 1));
}
