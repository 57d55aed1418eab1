import { isSuccess } from '../../status-codes.ts';
import { sameTexts } from '../duplicates/same-text.ts';
import { errorPageSign } from '../duplicates/soft-404.ts';
import { isDowngrade } from '../site/address.ts';
import { canonicalGraph } from '../site/canonical-graph.ts';
import { declarers } from '../site/declarers.ts';
import { nameOf } from '../site/landing.ts';
import { namedVersions } from '../site/named-versions.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { preferredUrl } from '../site/spellings.ts';
import { type Decision, decisionsOf, isPreferred, leadsItself, reasonOver } from './decision.ts';

/** A redirect to set up. */
export interface SuggestedRedirect {
  /** The URL to redirect. */
  readonly from: string;
  /** Where to. */
  readonly to: string;
  /** Why, in words. */
  readonly why: string;
}

/**
 * The redirects that make each page known under one URL: for duplicates that declare no canonical URL, and for redirects
 * that do not lead directly to the URL that stands for their target. None leads from https to http, and none contradicts
 * a declaration: a page that names another one may be meant for visitors, and one that a remaining page names as a
 * version of itself stays.
 */
export function suggestedRedirects(site: AuditSite): readonly SuggestedRedirect[] {
  const moves = new Map<AuditPage, SuggestedRedirect>();
  const texts = new Set(sameTexts(site).flat());
  const fixed = downgradeEnds(site);
  for (const page of site.pages) {
    const decision = decisionsOf(site).of(page);
    const isCopy = page.entry.aliasBy === 'equivalence' || texts.has(page);
    if (decision === null || !isCopy || fixed.has(page) || !isMovable(page, decision, site)) continue;
    moves.set(page, { from: nameOf(page.entry), to: decision.url, why: whyOf(page, decision) });
  }
  const named = keepNamed(moves, site);
  const shortcuts = site.pages.flatMap((page) => shortcutOf(page, moves, named, site) ?? []);
  return [...shortcuts, ...moves.values()];
}

/**
 * Takes out the pages that a page which stays names as its version in another language, its AMP version, or the next or
 * previous page of a list, also through redirects: these must not redirect.
 *
 * @returns all pages that are named in such a way
 */
function keepNamed(moves: Map<AuditPage, SuggestedRedirect>, site: AuditSite): ReadonlySet<AuditPage> {
  const versions = namedVersions(site);
  const all = new Set<AuditPage>();
  const staying = [...versions.keys()].filter((page) => !moves.has(page));
  // The list grows: what is taken out stays as well.
  for (const page of staying) {
    for (const named of versions.get(page) ?? []) {
      all.add(named);
      if (moves.delete(named)) staying.push(named);
    }
  }
  return all;
}

/** Where redirects from https to http end. They are the mistake to mend first, or they would become chains. */
function downgradeEnds(site: AuditSite): ReadonlySet<AuditPage> {
  const ends = new Set<AuditPage>();
  for (const page of site.pages) {
    const { page: end, chain } = page.entry.aliasBy === 'redirect' ? site.end(page) : { page: null, chain: [] };
    if (end !== null && chain.some(({ key }) => isDowngrade(key, end.key))) ends.add(end);
  }
  return ends;
}

/** Whether a duplicate may redirect to the URL that stands for it. */
function isMovable(page: AuditPage, decision: Decision, site: AuditSite): boolean {
  const { leader } = decision;
  if (leader === null || leadsItself(page, decision) || !isPreferred(leader, site)) return false;
  if (!page.isIndexable || page.canonical !== null || page.key.includes('#') || site.isBeyondCrawl(page)) return false;
  // Pages that name it would then name a redirect.
  if (declarers(site).has(page)) return false;
  return !isDowngrade(page.key, leader.key) && errorPageSign(page, site) === null;
}

function whyOf(page: AuditPage, decision: Decision): string {
  const { aliasBy, reason } = page.entry;
  const why = aliasBy === 'equivalence' ? `the same page${reason === null ? '' : `: ${reason}`}` : 'the same text';
  return `${why}; ${reasonOver(page, decision)}`;
}

/**
 * The redirect to set up for a page that redirects in several steps, or to a page that another URL stands for; null if its
 * redirect should stay as it is.
 *
 * @param named pages that others name as versions: what these lead to stays the same page
 */
function shortcutOf(
  page: AuditPage,
  moves: ReadonlyMap<AuditPage, SuggestedRedirect>,
  named: ReadonlySet<AuditPage>,
  site: AuditSite,
): SuggestedRedirect | null {
  if (page.entry.aliasBy !== 'redirect') return null;
  const { page: end, chain } = site.end(page);
  // target/mixed-loop asks for another declaration or another redirect: either one decides.
  if (chain.some((station) => canonicalGraph(site).inCycle.has(station))) return null;
  if (end === null || !isSuccess(end.entry.status)) return null;
  const hops = chain.length - 1;
  const target = targetOf(end, moves, site);
  if (target.page !== end && named.has(page)) return null;
  const isDirect = hops === 1 && target.page === end;
  // A hop from https to http is the mistake, which a shortcut would hide.
  if (isDirect || [...chain, target.page].some(({ key }) => isDowngrade(key, target.page.key))) return null;
  return { from: nameOf(page.entry), to: target.url, why: hops === 1 ? target.why : `${hops} redirects in a row` };
}

/** Where redirects to a page should lead: to the URL that stands for it, unless the page stays for visitors. */
function targetOf(
  end: AuditPage,
  moves: ReadonlyMap<AuditPage, SuggestedRedirect>,
  site: AuditSite,
): { readonly page: AuditPage; readonly url: string; readonly why: string } {
  const decision = decisionsOf(site).of(end);
  const leader = decision?.leader ?? null;
  const isNamed = end.isPage && end.canonical !== null && !end.isIndexable;
  if (decision === null || leader === null || !isPreferred(leader, site) || !(moves.has(end) || isNamed)) {
    return { page: end, url: preferredUrl(end, site), why: '' };
  }
  return { page: leader, url: decision.url, why: reasonOver(end, decision) };
}
