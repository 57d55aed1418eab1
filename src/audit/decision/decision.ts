import type { Key } from '../../canon/key.ts';
import { Unions } from '../../compact/unions.ts';
import { eachInSteps, type Steps } from '../../give-way.ts';
import { mismatchOf } from '../duplicates/mismatch.ts';
import { sameTexts } from '../duplicates/same-text.ts';
import { errorPageSign } from '../duplicates/soft-404.ts';
import { type Variation, type VariationKind, variationsOf } from '../duplicates/variation.ts';
import { domainAt, isDowngrade, isWeb } from '../site/address.ts';
import { declarers } from '../site/declarers.ts';
import { namedVersions } from '../site/named-versions.ts';
import { type CachedSteps, oncePerSite, oncePerSiteInSteps } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import { byPageOrder, type Placed } from '../site/page-order.ts';
import { sendingRefresh } from '../site/sending-refresh.ts';
import type { AuditSite } from '../site/site.ts';
import { preferredUrl } from '../site/spellings.ts';
import { canonicalTarget, wasFetched } from '../site/target.ts';
import { whenRead } from '../when-read.ts';
import { declaredKey, isNeverShown } from './declared.ts';
import { UsualForms } from './usual-forms.ts';

/** Why a URL stands for others, in the order of the criteria. */
export const REASONS = {
  declared: 'declared by the owner',
  redirects: 'redirects lead there',
  https: 'https',
  usual: "the site's usual form",
  better: 'the better form',
  links: 'most links lead there',
  first: 'nearest to the start, then first by name',
  only: 'the only one that can be indexed',
} as const;

/** A key of {@link REASONS}. */
export type Reason = keyof typeof REASONS;

/** URLs of one page, and the one that stands for them. */
export interface Decision {
  /** The key of the URL that stands for the others. */
  readonly key: Key;
  /** That URL, as links and declarations should write it. */
  readonly url: string;
  /** Its page; null if the crawl has no entry for the URL. */
  readonly leader: AuditPage | null;
  /** Why it stands for the others: the first criterion that told some of them apart. {@link reasonOver} is about one page. */
  readonly reason: Reason;
  /** For each candidate that was not preferred, by page index: the criterion that spoke against it. All decisions share it. */
  readonly lost: readonly (Reason | undefined)[];
  /** All pages, with the leader, in the order of `byPageOrder`. */
  readonly pages: readonly AuditPage[];
}

/** Which URL stands for each page. Every finding, redirect and sitemap of a report follows it. */
export interface Decisions {
  /** The decision for a page; null if no other URL shows it. */
  readonly of: (page: AuditPage) => Decision | null;
  readonly all: readonly Decision[];
}

/** The decisions of a site: one for each group of URLs that redirects, declarations, claims or equal texts join. */
export const decisionsOf: CachedSteps<Decisions> = oncePerSiteInSteps(function* (site) {
  const declared = new Map<AuditPage, Key>();
  yield* eachInSteps(site.pages, (page) => {
    const key = page.canonical === null ? null : declaredKey(page, site);
    if (key !== null) declared.set(page, key);
  });
  const all = yield* decideAll(site, declared, yield* groupsOf(site, declared));
  const byPage = Array.from<Decision | undefined>({ length: site.pages.length });
  for (const decision of all) for (const { index } of decision.pages) byPage[index] = decision;
  return { all, of: ({ index }) => byPage[index] ?? null };
});

/** Why the URL of a decision is preferred to one of its pages. */
export function reasonOver({ index, canonical }: AuditPage, { key, reason, lost }: Decision): string {
  return REASONS[lost[index] ?? (canonical?.key === key ? 'declared' : reason)];
}

/** Whether a page stands for itself: no other URL of the page is preferred. */
export function leadsItself({ key }: Pick<AuditPage, 'key'>, decision: Decision | null): boolean {
  return decision === null || decision.key === key;
}

/**
 * The decision for a page, for advice to name its URL; null if there is none, or if search engines never show that URL: a
 * rule under `target/` reports why.
 */
export function advisedFor(page: AuditPage, site: AuditSite): Decision | null {
  const decision = decisionsOf(site).of(page);
  const leader = decision?.leader ?? null;
  return leader !== null && wasFetched(leader) && isNeverShown(leader, site) ? null : decision;
}

/** The decision for a page that names another one as canonical, if redirects and links should lead to that one; else null. */
export function advisedReplacement(page: AuditPage, site: AuditSite): Decision | null {
  const target = canonicalTarget(page, site);
  // target/redirect reports canonical URLs that redirect.
  if (target === null || target.entry.aliasBy === 'redirect') return null;
  const decision = advisedFor(page, site);
  return leadsItself(page, decision) ? null : decision;
}

/** Whether a page of the crawl can be indexed, leads its URLs, and is neither an error page nor sends visitors on. */
export function isPreferred(page: AuditPage, site: AuditSite): boolean {
  return isLeading(page, site) && canLead(page, site);
}

/**
 * Whether a sitemap should list a page: it is preferred, or would be if it did not name a URL that it leads. Only its
 * declaration is wrong then.
 */
export function isListable(page: AuditPage, site: AuditSite): boolean {
  return isPreferred(page, site) || (isLeading(page, site) && isMisnamed(page, site));
}

function isLeading(page: AuditPage, site: AuditSite): boolean {
  if (site.isBeyondCrawl(page) || page.key.includes('#')) return false;
  return leadsItself(page, decisionsOf(site).of(page));
}

/** The URLs that belong together, at least two each. */
function* groupsOf(site: AuditSite, declared: ReadonlyMap<AuditPage, Key>): Steps<readonly (readonly Candidate[])[]> {
  const { pages } = site;
  const unknown = [...new Set(declared.values())].filter((key) => site.page(key) === null);
  const numbers = new Map(unknown.map((key, at) => [key, pages.length + at]));
  const unions = new Unions(pages.length + unknown.length);
  for (const [{ index }, key] of declared) unions.join(index, site.page(key)?.index ?? numbers.get(key) ?? index);
  yield* eachInSteps(pages, (page) => {
    const overHttp = namedOverHttp(page, site);
    if (overHttp !== null) unions.join(page.index, overHttp.index);
    const { aliasBy, aliasOf } = page.entry;
    if (aliasOf === null || (aliasBy !== 'redirect' && aliasBy !== 'equivalence')) return;
    const target = site.page(aliasOf);
    // A loop has no end that could stand for its URLs.
    if (target !== null && isWeb(target.key) && site.end(page).page !== null) unions.join(page.index, target.index);
  });
  for (const same of yield* sameTexts.steps(site))
    for (const { index } of same) unions.join(index, same[0]?.index ?? index);
  const candidate = (number: number): Candidate | null => {
    const page = pages[number] ?? null;
    const key = page?.key ?? unknown[number - pages.length];
    return key === undefined ? null : { key, page };
  };
  return unions.sets().map((set) => set.flatMap((number) => candidate(number) ?? []));
}

/** The same page over http, if an https page names that as its canonical URL: both URLs show one page. */
function namedOverHttp(page: AuditPage, site: AuditSite): AuditPage | null {
  const named = canonicalTarget(page, site);
  if (named === null || page.key !== named.key.replace(/^http:/, 'https:')) return null;
  return named.allowsIndexing && mismatchOf(page, site) === null ? named : null;
}

/**
 * Decides which URL stands for each group. A page counts once for the usual forms of its site, in the form of that URL; if
 * several of its URLs will stay, in the form that all have. So the usual forms are the same before and after duplicates
 * redirect.
 */
function* decideAll(
  site: AuditSite,
  declared: ReadonlyMap<AuditPage, Key>,
  groups: readonly (readonly Candidate[])[],
): Steps<readonly Decision[]> {
  const decider = new Decider(site, declared);
  const forms = new UsualForms();
  const isGrouped = new Uint8Array(site.pages.length);
  for (const group of groups) for (const { page } of group) if (page !== null) isGrouped[page.index] = 1;
  yield* eachInSteps(site.pages, (page) => {
    if (page.isPage && isGrouped[page.index] === 0) forms.add([page.key]);
  });
  const starts: Start[] = [];
  yield* eachInSteps(groups, (group) => void starts.push(decider.start(group)));
  // On most sites, something else tells the URLs of a page apart.
  const ties = whenRead(() => tiesOf(starts, site));
  const [alone, usual] = [decider.criteria(new UsualForms(), ties), decider.criteria(forms, ties)];
  yield* eachInSteps(starts, (start) => {
    if (isSettled(start)) forms.add([decider.finish(start, alone).key]);
    else if (!start.isOpen) forms.add(start.pages.filter(({ isPage }) => isPage).map((page) => page.key));
  });
  const early = new Map<Start, Decision>();
  yield* eachInSteps(starts, (start) => {
    if (start.isOpen) early.set(start, decider.finish(start, usual));
  });
  for (const [start, { key }] of early) if (!isSettled(start)) forms.add([key]);
  const all: Decision[] = [];
  yield* eachInSteps(starts, (start) => void all.push(early.get(start) ?? decider.finish(start, usual)));
  return all;
}

/** Which of two equally usual forms a site prefers, the same for all its pages. */
interface Ties {
  /** By the number of links to the URLs of the form. */
  readonly linked: UsualForms;
  /** By the first URL of the form. */
  readonly found: UsualForms;
}

function tiesOf(starts: readonly Start[], site: AuditSite): Ties {
  const ties = { linked: new UsualForms(), found: new UsualForms() };
  for (const { key, page } of starts.flatMap(({ left }) => (left.length > 1 ? left : [])).toSorted(inOrder)) {
    ties.linked.add([key], page === null ? 0 : site.inlinks(page));
    ties.found.addFirst(key);
  }
  return ties;
}

/** Whether a page stays although another URL is preferred: it says itself which one, or others name it. */
function mayStay(page: AuditPage, site: AuditSite): boolean {
  if (!page.isPage) return false;
  return page.canonical !== null || !page.isIndexable || declarers(site).has(page) || versionsOfOthers(site).has(page);
}

const versionsOfOthers: (site: AuditSite) => ReadonlySet<AuditPage> = oncePerSite(
  (site) => new Set([...namedVersions(site)].flatMap(([page, named]) => named.filter((one) => one !== page))),
);

/** A URL that may stand for the others. */
interface Candidate {
  readonly key: Key;
  /** Null for a declared URL that the crawl has no entry for. */
  readonly page: AuditPage | null;
}

function keysOf(pages: readonly AuditPage[], keyOf: (page: AuditPage) => Key | undefined): ReadonlySet<Key> {
  return new Set(pages.flatMap((page) => keyOf(page) ?? []));
}

/** A decision as far as it does not depend on the forms of other pages. */
interface Start {
  /** In the order of `byPageOrder`. */
  readonly pages: readonly AuditPage[];
  /** Whether at most one page of the group stays if another URL is preferred. */
  readonly isOpen: boolean;
  /** The candidates that remain. */
  readonly left: readonly Candidate[];
  /** The first criterion that told some of the candidates apart; null if none did. */
  readonly reason: Reason | null;
  /** The first criterion that spoke for all of them alike; null if none did. */
  readonly common: Reason | null;
}

function isSettled({ left, reason }: Start): boolean {
  return reason !== null || left.length === 1;
}

/** Tells candidates apart. */
interface Criterion {
  readonly reason: Reason;
  /** A number for each candidate: the lowest wins. */
  readonly rank: (those: readonly Candidate[]) => readonly number[];
}

/** The rank of a candidate that a criterion speaks for, even if there is no other. */
const ASSERTED: number = Number.NEGATIVE_INFINITY;
/** Differences with a better form, which the passes that undo them make. */
const HAS_BETTER_FORM: ReadonlySet<VariationKind> = new Set([
  'index',
  'case',
  'slashes',
  'encoding',
  'tracking',
  'session',
  'empty-query',
]);

class Decider {
  readonly #site: AuditSite;
  readonly #declared: ReadonlyMap<AuditPage, Key>;
  readonly #variations: readonly Variation[];
  /** As in `Decision.lost`. */
  readonly #lost: (Reason | undefined)[];

  constructor(site: AuditSite, declared: ReadonlyMap<AuditPage, Key>) {
    this.#site = site;
    this.#lost = Array.from({ length: site.pages.length });
    this.#declared = declared;
    this.#variations = variationsOf(site.canon).filter(({ kind }) => HAS_BETTER_FORM.has(kind));
  }

  start(group: readonly Candidate[]): Start {
    const site = this.#site;
    const pages = group.flatMap(({ page }) => page ?? []).toSorted(byPageOrder);
    const named = keysOf(pages, (page) => this.#declared.get(page));
    const ends = keysOf(pages, (page) => soundEnd(page, site)?.key);
    const able = this.#candidates(group, pages, named);
    // A declaration or redirect of an http URL does not count where the page is also served over https.
    const insecure = downgradesAmong(able);
    this.#lose(insecure, 'https');
    const left = able.filter((one) => !insecure.has(one));
    const isOpen = pages.filter((page) => mayStay(page, site)).length < 2;
    const criteria: Criterion[] = [];
    if (named.size > 0) criteria.push(speaksFor('declared', ({ key }) => named.has(key)));
    if (ends.size > 0) criteria.push(speaksFor('redirects', ({ key }) => ends.has(key)));
    // The http URLs are already out.
    if (insecure.size > 0) criteria.push(speaksFor('https', () => true));
    return this.#bestOf({ pages, isOpen, left, reason: null, common: null }, criteria);
  }

  /** What tells the candidates apart that a start leaves. */
  criteria(usual: UsualForms, ties: () => Ties): readonly Criterion[] {
    return [
      { reason: 'usual', rank: lossesIn(() => usual) },
      { reason: 'better', rank: each(({ key }) => paramsOf(key)) },
      { reason: 'better', rank: each(({ key }) => this.#variations.filter((one) => one.key(key) !== key).length) },
      { reason: 'usual', rank: lossesIn(() => ties().linked) },
      { reason: 'first', rank: lossesIn(() => ties().found) },
      { reason: 'links', rank: each(({ page }) => (page === null ? 0 : -this.#site.inlinks(page))) },
      { reason: 'first', rank: ranksInOrder },
    ];
  }

  finish(start: Start, criteria: readonly Criterion[]): Decision {
    const { pages, left, reason, common } = start.left.length === 1 ? start : this.#bestOf(start, criteria);
    const [first] = left;
    if (first === undefined) throw new TypeError('a group has at least one URL');
    const leader = first.page;
    return {
      key: first.key,
      url:
        leader === null
          ? (pages.find(({ canonical }) => canonical?.key === first.key)?.canonical?.url ?? first.key)
          : preferredUrl(leader, this.#site),
      leader,
      reason: reason ?? common ?? 'only',
      lost: this.#lost,
      pages,
    };
  }

  /** Pages that can be indexed, and declared URLs that were never fetched; else the best of the rest. */
  #candidates(group: readonly Candidate[], pages: readonly AuditPage[], named: ReadonlySet<Key>): readonly Candidate[] {
    const able = group.filter(({ key, page }) =>
      page === null || !page.isPage ? named.has(key) : canLead(page, this.#site) || isDowngraded(page, this.#site),
    );
    if (able.length > 0) return able;
    const own = pages.map((page) => ({ key: page.key, page }));
    const shown = own.filter(({ page }) => page.isPage);
    if (shown.length > 0) return shown;
    const ends = own.filter(({ page }) => page.entry.aliasOf === null);
    return ends.length > 0 ? ends : own;
  }

  /** Leaves the candidates that the criteria prefer. Notes the first one that prefers only some, and the first that speaks for all. */
  #bestOf(known: Start, criteria: readonly Criterion[]): Start {
    const { pages, isOpen } = known;
    let { left, reason, common } = known;
    for (const criterion of criteria) {
      if (left.length === 1 && (reason ?? common) !== null) break;
      const ranks = criterion.rank(left);
      const least = ranks.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
      const best = left.filter((_, at) => ranks[at] === least);
      if (best.length === left.length) {
        if (least === ASSERTED) common ??= criterion.reason;
        continue;
      }
      reason ??= criterion.reason;
      this.#lose(
        left.filter((_, at) => ranks[at] !== least),
        criterion.reason,
      );
      left = best;
    }
    return { pages, isOpen, left, reason, common };
  }

  /** Notes that a criterion speaks against candidates, because others are better. */
  #lose(others: Iterable<Candidate>, by: Reason): void {
    for (const { page } of others) if (page !== null) this.#lost[page.index] = by;
  }
}

/** A declared URL that was never found comes before all pages. */
function inOrder(a: Candidate, b: Candidate): number {
  const placeOf = ({ key, page }: Candidate): Placed => page ?? { key, entry: { depth: -1 } };
  return byPageOrder(placeOf(a), placeOf(b));
}

function ranksInOrder(those: readonly Candidate[]): readonly number[] {
  const ranks = new Map(those.toSorted(inOrder).map((one, rank) => [one, rank]));
  return those.map((one) => ranks.get(one) ?? 0);
}

function lossesIn(forms: () => UsualForms): Criterion['rank'] {
  return (those) => (those.length > 1 ? forms().losses(those.map(({ key }) => key)) : those.map(() => 0));
}

function each(rank: (one: Candidate) => number): Criterion['rank'] {
  return (those) => those.map(rank);
}

function speaksFor(reason: Reason, isMeant: (one: Candidate) => boolean): Criterion {
  return { reason, rank: each((one) => (isMeant(one) ? ASSERTED : 0)) };
}

/** The http URLs whose site is also served over https. */
function downgradesAmong(able: readonly Candidate[]): ReadonlySet<Candidate> {
  const overHttp = able.filter(({ key }) => key.startsWith('http:'));
  // Most groups have no http URL, and to find domains takes time.
  if (overHttp.length === 0) return NO_CANDIDATES;
  const overHttps = new Set(able.flatMap(({ key }) => (key.startsWith('https:') ? domainAt(key) : [])));
  return new Set(overHttp.filter(({ key }) => overHttps.has(domainAt(key))));
}

const NO_CANDIDATES: ReadonlySet<Candidate> = new Set();

/** Whether a page can be indexed and shows what it is about, so that it can stand for others. */
export function canLead(page: AuditPage, site: AuditSite): boolean {
  return page.isIndexable && isAboutItself(page, site);
}

/** Whether a page could stand for others if it did not name an http URL, which target/downgrade reports. */
function isDowngraded(page: AuditPage, site: AuditSite): boolean {
  const { allowsIndexing, canonical, key } = page;
  return allowsIndexing && canonical !== null && isDowngrade(key, canonical.key) && isAboutItself(page, site);
}

/** Whether a page names a URL that it leads: the page over http, or a URL that redirects back to it. */
function isMisnamed(page: AuditPage, site: AuditSite): boolean {
  const named = canonicalTarget(page, site);
  if (named === null || !page.allowsIndexing || !isAboutItself(page, site)) return false;
  const { of } = decisionsOf(site);
  const decision = of(page);
  if (decision === null) return false;
  return site.end(named).page === page || (isDowngrade(page.key, named.key) && of(named) === decision);
}

function isAboutItself(page: AuditPage, site: AuditSite): boolean {
  return errorPageSign(page, site) === null && sendingRefresh(page, site) === null;
}

/** Where a redirect ends; null if the page does not redirect, or if it leads from https to http. */
function soundEnd(page: AuditPage, site: AuditSite): AuditPage | null {
  if (page.entry.aliasBy !== 'redirect') return null;
  const { page: end } = site.end(page);
  return end === null || isDowngrade(page.key, end.key) ? null : end;
}

function paramsOf(key: string): number {
  const start = key.indexOf('?');
  return start < 0 ? 0 : key.slice(start).split('&').length;
}
