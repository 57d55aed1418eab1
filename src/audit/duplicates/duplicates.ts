import { Unions } from '../../compact/unions.ts';
import { eachInSteps } from '../../give-way.ts';
import { type Decision, decisionsOf, leadsItself } from '../decision/decision.ts';
import { isDowngrade } from '../site/address.ts';
import { finalCanonical } from '../site/final-canonical.ts';
import { nameOf } from '../site/landing.ts';
import { type CachedSteps, oncePerSiteInSteps } from '../site/once-per-site.ts';
import { type AuditPage, redirectsWithin } from '../site/page.ts';
import { byPageOrder } from '../site/page-order.ts';
import type { AuditSite } from '../site/site.ts';
import { withoutAnchor } from '../site/spellings.ts';
import { Confirmations } from './confirmations.ts';
import { type IdleParam, idleParams } from './idle-params.ts';
import { sameTexts } from './same-text.ts';
import {
  type Difference,
  differenceBetween,
  loosestKeys,
  mayDifferIn,
  ownKeys,
  type Variation,
  type VariationKind,
  variationsOf,
} from './variation.ts';

/** A URL of a page that another URL stands for, and that differs from it or from a third one in the way it is written. */
interface DuplicatePair {
  readonly page: AuditPage;
  /** The page that it was compared with. */
  readonly twin: AuditPage;
  /** Which URL stands for both. */
  readonly decision: Decision;
  /** Whether the two differ in more than the kind of the pair. */
  readonly differsMore: boolean;
  /** Why they are the same page, in words. */
  readonly evidence: string;
  /** Whether the site already tells search engines: the page declares the preferred URL, or one is marked noindex. */
  readonly isSettled: boolean;
}

/** Pages that the crawl fetched more than once. */
export interface Duplicates {
  /** Pairs by the difference between their URLs. */
  readonly pairs: ReadonlyMap<VariationKind, readonly DuplicatePair[]>;
  /**
   * Pages with the same text whose URLs differ in no known way; one page per URL, the preferred one first, then those
   * that declare a canonical URL: they stay when the others redirect.
   */
  readonly clusters: readonly (readonly AuditPage[])[];
  /** Parameters that never change a page's text. */
  readonly idleParams: readonly IdleParam[];
}

/** The duplicates of a site. */
export const duplicatesOf: CachedSteps<Duplicates> = oncePerSiteInSteps(function* (site) {
  yield* decisionsOf.steps(site);
  const finder = new PairFinder(site);
  yield* eachInSteps(site.pages, (page) => {
    const { aliasBy, aliasOf } = page.entry;
    const target = aliasBy === 'equivalence' && aliasOf !== null ? site.page(aliasOf) : null;
    if (target !== null) finder.addAlias(page, target);
  });
  const texts = yield* sameTexts.steps(site);
  yield* eachInSteps(texts, (same) => finder.addTexts(same));
  const idle = yield* idleParams(site, finder.spare);
  for (const { pairs } of idle) for (const [page, other] of pairs) finder.unions.join(page.index, other.index);
  const clusters: (readonly AuditPage[])[] = [];
  yield* eachInSteps(texts, (same) => {
    const cluster = unexplained(same, finder.unions, site);
    if (cluster.length > 1) clusters.push(cluster);
  });
  return { pairs: finder.pairs, clusters, idleParams: idle };
});

/** Finds pairs. Each duplicate is in one pair at most, so that it needs one redirect. */
class PairFinder {
  readonly pairs = new Map<VariationKind, DuplicatePair[]>();
  readonly unions: Unions;
  readonly spare = new Set<AuditPage>();
  readonly #site: AuditSite;
  readonly #variations: readonly Variation[];
  readonly #loosest: (key: string) => string | null;
  readonly #own: (url: string) => string | null;
  readonly #confirmations: Confirmations;

  constructor(site: AuditSite) {
    this.#site = site;
    this.unions = new Unions(site.pages.length);
    this.#variations = variationsOf(site.canon);
    this.#loosest = loosestKeys(site.canon);
    this.#own = ownKeys(site.canon);
    this.#confirmations = new Confirmations(site.claims, site.evidence);
  }

  /** Adds two entries that a claim merged. Their texts may differ, for example in a date. */
  addAlias(page: AuditPage, twin: AuditPage): void {
    if (page.entry.status !== 200 || !page.isPage || twin.entry.status !== 200 || !twin.isPage) return;
    const urls = this.#differing(page, this.#shownUrl(twin, decisionsOf(this.#site).of(page)));
    const shown = urls && differenceBetween(...urls, this.#variations);
    const isOnly = shown?.isOnly === true;
    // The merge may rest on several claims; cite the first that covers the page. One about a part in which the URLs are
    // equal merged other pages.
    const isPart = (kind: VariationKind): boolean => urls === null || mayDifferIn(kind, ...urls);
    const changing = this.#variations.filter(({ kind, key }) => key(page.key) !== page.key && isPart(kind));
    const kinds = changing.map(({ kind }) => kind);
    for (const kind of isOnly ? [shown.kind] : kinds) {
      const confirmed = this.#confirmed(kind, page);
      if (confirmed === null) continue;
      this.#add({ kind, isOnly }, page, twin, confirmed);
      return;
    }
  }

  /** @param same pages with the same text */
  addTexts(same: readonly AuditPage[]): void {
    const [first] = same;
    const decision = first === undefined ? null : decisionsOf(this.#site).of(first);
    const leader = same.find((page) => leadsItself(page, decision));
    if (leader === undefined) return;
    // Most pages with the same text differ in no known way, which their loosest keys tell. dup/exact reports those.
    const loosest = this.#loosest(leader.key);
    const leaderUrl = this.#shownUrl(leader, decision);
    for (const page of same)
      if (page !== leader && this.#loosest(page.key) === loosest) this.#addText(page, leader, leaderUrl);
  }

  /** @param twinUrl the one that the report shows for the twin */
  #addText(page: AuditPage, twin: AuditPage, twinUrl: string | null): void {
    const urls = this.#differing(page, twinUrl);
    const difference = urls && differenceBetween(...urls, this.#variations);
    if (difference === null) return;
    this.unions.join(page.index, twin.index);
    if (this.spare.has(page)) return;
    this.#add(difference, page, twin, this.#confirmed(difference.kind, page) ?? 'both show the same text');
  }

  /** The URL that the report shows for a page's twin, without facts; null if it is invalid. */
  #shownUrl(twin: AuditPage, decision: Decision | null): string | null {
    return this.#own(leadsItself(twin, decision) && decision !== null ? decision.url : twin.url);
  }

  /**
   * The URLs that the report shows, without facts, for a page and its twin; null if they are equal or one is invalid. Keys
   * cannot be compared instead: a fact about a part of the site changes only the keys in that part.
   */
  #differing(page: AuditPage, twinUrl: string | null): readonly [string, string] | null {
    const own = this.#own(withoutAnchor(nameOf(page.entry)));
    return own === null || twinUrl === null || own === twinUrl ? null : [own, twinUrl];
  }

  #add({ kind, isOnly }: Difference, page: AuditPage, twin: AuditPage, evidence: string): void {
    const decision = decisionsOf(this.#site).of(page);
    this.unions.join(page.index, twin.index);
    // The page may be the preferred one, if only a claim says otherwise.
    if (decision === null || leadsItself(page, decision) || this.#redirectsAway(page)) return;
    // Other rules report why the https page cannot be indexed; no rule prefers http to https.
    if (isDowngrade(page.key, decision.key)) return;
    const isDeclared = finalCanonical(page, this.#site) === decision.key;
    const isSettled = isDeclared || page.noindex || decision.leader?.noindex === true;
    const pairs = this.pairs.get(kind) ?? [];
    pairs.push({ page, twin, decision, differsMore: !isOnly, evidence, isSettled });
    this.pairs.set(kind, pairs);
    this.spare.add(page);
  }

  /** Whether a page redirected to the URL of another page, because it was fetched when both had one key. */
  #redirectsAway(page: AuditPage): boolean {
    // Most do not redirect, and to look up a page takes its key.
    if (!redirectsWithin(page, page.entry.url, this.#site.keys)) return false;
    const other = this.#site.pageAt(page.url);
    return other !== null && other !== page;
  }

  #confirmed(kind: VariationKind, { key }: AuditPage): string | null {
    if (kind === 'encoding' || kind === 'tracking' || kind === 'session' || kind === 'empty-query') return null;
    const claim = this.#confirmations.claim(kind, key);
    return claim === null ? null : this.#confirmations.cite(claim);
  }
}

/** One page for each group of the URLs that nothing else merges, in the order of `Duplicates.clusters`. */
function unexplained(same: readonly AuditPage[], unions: Unions, site: AuditSite): readonly AuditPage[] {
  // Other rules report declarations of another page, and conflicting ones.
  const indexable = same.filter(({ isIndexable }) => isIndexable);
  const set = unions.find(indexable[0]?.index ?? 0);
  // Mostly, something merges all of them.
  if (indexable.every(({ index }) => unions.find(index) === set)) return indexable.slice(0, 1);
  const open = indexable.toSorted(byPageOrder);
  for (const [first, ...others] of Map.groupBy(open, (page) => finalCanonical(page, site)).values()) {
    for (const page of others) if (first !== undefined) unions.join(page.index, first.index);
  }
  const rank = (page: AuditPage): number => {
    if (leadsItself(page, decisionsOf(site).of(page))) return 0;
    return page.canonical === null ? 2 : 1;
  };
  const ordered = open.toSorted((a, b) => rank(a) - rank(b));
  return [...Map.groupBy(ordered, (page) => unions.find(page.index)).values()].flatMap(([first]) => first ?? []);
}
