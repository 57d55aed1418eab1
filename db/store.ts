import type { Key } from '../src/canon/key.ts';
import type { Claim } from '../src/evidence/claim.ts';
import type { Evidence } from '../src/evidence/evidence.ts';

/**
 * The frontier's contract: what every store does, and what the crawler may rely on.
 *
 * All verbs take batches and are asynchronous, so that a store on a network fits. Each call is one transaction:
 * it happens whole or not at all, also when the process is killed inside it.
 */
export interface Frontier {
  /**
   * Records URLs. A key that is new becomes an entry; a known key with a new spelling is a duplicate avoided.
   *
   * @param on the entry whose document they stood in; without it they came from outside, as seeds do
   */
  add(found: readonly FoundUrl[], on?: EntryId): Promise<AddCounts>;

  /**
   * Takes up to `limit` queued entries, the sites in turn, each site's own by (depth, order of discovery); none of a
   * site that is to be left alone at `now`. Before that, leases that ended before `now` are given up, and retries whose
   * time has come are ready again.
   */
  lease(request: LeaseRequest): Promise<readonly Lease[]>;

  /**
   * Records outcomes of leased entries together with the URLs found there: first all the URLs, then the outcomes.
   * A settlement whose lease `run` no longer holds is ignored, and so is what it found.
   */
  settle(run: string, settlements: readonly Settlement[]): Promise<AddCounts>;

  /**
   * Gives leases back untouched; without `ids` those of every run but of programs that share the frontier now, for
   * whoever opens one that a dead run left. A lease of such a program stays in either case.
   */
  release(ids?: readonly EntryId[]): Promise<number>;

  /**
   * Asks again about every entry that was skipped, for a crawl that resumes with other limits; null queues the entry.
   * One that is skipped as `equivalent` is left as it is: it was not for a limit.
   */
  reconsider(decide: (entry: Entry) => string | null): Promise<number>;

  /**
   * Skips up to `limit` entries of sites that are left: those that are ready, never fetched, and not
   * named (`Lease.isNamed`).
   *
   * @param isLeft whether a site is left, by its name
   * @returns how many
   */
  skipQueued(isLeft: (site: string) => boolean, reason: string, limit: number): Promise<number>;

  /** Sets the milliseconds between two leases of a site, where it wants more than `LeaseRequest.delay`; 0 where it does not. */
  pace(site: string, delay: number): Promise<void>;

  /**
   * Corrects times that were set by a clock that was ahead: outcomes later than `now` (milliseconds since the epoch) are
   * of `now`, and entries and sites that would wait for more than `longestWait` milliseconds from then wait no longer.
   */
  correctTimes(now: number, longestWait: number): Promise<void>;

  /**
   * Queues entries again whose last outcome is from `before` (milliseconds since the epoch) or earlier, pages and
   * failures alike. What is known of them stays until there is a new outcome, and an alias by `equivalence` is one as
   * long as it is a page.
   *
   * @returns how many
   */
  requeue(before: number): Promise<number>;

  /**
   * Lets go of what nothing leads to any more. An entry without a URL is skipped as `unlinked`, until it is found again:
   * its document is gone, and so are its links, listings, aliases and spellings. One that has another URL now than before
   * is queued with that one. None of them may be leased.
   */
  prune(remnants: readonly Remnant[]): Promise<void>;

  /**
   * Keeps evidence. Of one subject, place and pair of URLs, only what was seen last is kept; what the user said is
   * replaced only by what the user says.
   */
  addEvidence(evidence: readonly Evidence[]): Promise<void>;

  /** Forgets evidence: what `addEvidence` would replace. */
  removeEvidence(evidence: readonly Evidence[]): Promise<void>;

  /** All evidence, the oldest first. */
  evidence(): Promise<readonly Evidence[]>;

  /** The claims that the keys were made with, as `rekey` wrote them. */
  claims(): Promise<readonly Claim[]>;

  /**
   * Replaces the claims, and gives every entry of some sites the key that they lead to now. All in one transaction, so
   * that keys and claims always belong together.
   *
   * Entries that come to have one key are one from then on: the representative, and aliases of it. The representative
   * is one that was fetched and is a page, before one that redirects or declares another canonical URL, before one that
   * is still to be fetched, before one that failed or was skipped; among those alike, the one whose key it was already,
   * or else the first found. It has the key, unless another of them had it already. Any other has the key that it
   * would have without claims, and becomes an alias by `equivalence`, if it is none by other means; one that was never
   * fetched is skipped as `equivalent`.
   *
   * Entries whose keys are not one any longer are split again: they are no aliases, what was to be fetched is queued,
   * and spellings and listings go to the entry of their key, which is made where there is none.
   *
   * @returns null where other programs share the frontier, which make keys by the claims before: nothing has changed
   */
  rekey(request: RekeyRequest): Promise<RekeyCounts | null>;

  stats(): Promise<FrontierStats>;

  /** Every entry in order of discovery. */
  entries(extent?: EntryExtent): AsyncIterable<Entry>;

  /**
   * Where each page leads that was read, in order of discovery: the URLs found with its outcome and before it. One that
   * fails for the moment (`isLasting`) leads where it did before.
   */
  links(): AsyncIterable<PageLinks>;

  /** The entry of a key; null where there is none. */
  entry(key: Key, extent?: EntryExtent): Promise<Entry | null>;

  /** Small settings that belong to the data: the key's version, the profile, the seeds. */
  getMeta(name: string): Promise<string | null>;
  setMeta(name: string, value: string): Promise<void>;

  /**
   * Sets what `update` makes of the value before (null if there is none), and gives that. No other program that shares
   * the frontier comes between; `isShared` says whether there is one. Nothing changes where `update` throws.
   */
  updateMeta(name: string, update: (before: string | null, isShared: boolean) => string): Promise<string>;

  close(): Promise<void>;
}

/** An entry's number in its store, in order of discovery. */
export type EntryId = number;

export type EntryState = 'queued' | 'leased' | 'done' | 'failed' | 'skipped';

/**
 * How much of an entry is read: all of it unless said, or `bare`, with no spellings and no listings, of which one entry
 * may have millions.
 */
export type EntryExtent = 'whole' | 'bare';

/** Where a page leads. */
export interface PageLinks {
  readonly from: EntryId;
  /** Each entry once for each URL by which it was found there. */
  readonly to: readonly PageLink[];
  /** Likewise what is no hyperlink: the target of a redirect, a canonical URL, what a sitemap lists. */
  readonly named: readonly PageLink[];
}

/** What is left of an entry when pages that led to it lead elsewhere. */
export interface Remnant {
  readonly id: EntryId;
  /** The URL to fetch from now on, one of those that are left; null where nothing leads to the entry. */
  readonly url: string | null;
  /** Its spellings that are found nowhere any more. */
  readonly dropped: readonly string[];
}

export interface PageLink {
  readonly id: EntryId;
  /** As it stands there, resolved; null where that is the entry's first spelling. */
  readonly url: string | null;
}

/** How an entry turned out to be another one: `equivalence` by a claim. */
export type AliasKind = 'redirect' | 'canonical' | 'equivalence';

/** Why an entry is skipped that is an alias by a claim and was never fetched. */
export const EQUIVALENT = 'equivalent';

/** Why an entry is skipped to which nothing leads any more. */
export const UNLINKED = 'unlinked';

export function isEquivalent({ state, reason }: Pick<Entry, 'state' | 'reason'>): boolean {
  return state === 'skipped' && reason === EQUIVALENT;
}

export interface RekeyRequest {
  readonly claims: readonly Claim[];
  /** The sites whose entries may get another key. Entries of others that have such a key already take part. */
  readonly sites: readonly string[];
  /** What a URL is by the claims: its key, its site, and whether it is to be fetched. Called inside the transaction. */
  readonly find: (url: string, at: Pick<FoundUrl, 'depth' | 'hops' | 'source' | 'role'>) => FoundUrl;
  /** The key that it has without claims. */
  readonly ownKey: (url: string) => Key;
}

export interface RekeyCounts {
  /** Entries that became aliases by a claim. */
  readonly merged: number;
  /** Of these, how many were still to be fetched. */
  readonly saved: number;
  /** Entries that are no aliases any more, and entries made of spellings. */
  readonly split: number;
}

/**
 * Reasons for which a fetch was refused, and not a URL as such: an entry that was skipped for one of them is not queued
 * again because it is found again.
 */
export const REFUSALS = ['robots', 'robots-unreachable'] as const;

export type Refusal = (typeof REFUSALS)[number];

/** Whether finding an entry again, to be fetched, queues it: not where its fetch was refused or another's is enough. */
export function isReopened({ state, reason }: Pick<Entry, 'state' | 'reason'>): boolean {
  return state === 'skipped' && reason !== EQUIVALENT && !REFUSALS.some((refusal) => refusal === reason);
}

/** What an entry's document is: a page, or a list of URLs for crawlers. */
export type Role = 'page' | 'sitemap';

/** A URL as found, with the key that identifies it. */
export interface FoundUrl {
  /** Stored as well-formed text: a lone surrogate becomes U+FFFD, as in every request. */
  readonly url: string;
  /** ASCII without control characters; any other is refused. */
  readonly key: Key;
  /** Host and port: the unit of politeness and of fair turns. */
  readonly site: string;
  /** Links from a seed; a redirect's target has its source's depth. */
  readonly depth: number;
  /** Redirects followed in a row to get here. */
  readonly hops: number;
  /** The loosest pass that took `url` to `key`, which gets the credit for a duplicate; null where they are the same text. */
  readonly pass: string | null;
  /** Why it is recorded but not to be fetched; null to queue it. */
  readonly skip: string | null;
  /** How it was found: `seed`, `link`, `redirect`, `canonical` … Each URL of a sitemap is kept as listed there. */
  readonly source: string;
  readonly role: Role;
  /** When it changed last, as its sitemap says. */
  readonly lastmod: string | null;
}

export interface AddCounts {
  /** Keys seen for the first time, skipped ones included. */
  readonly added: number;
  /** New spellings of known keys. */
  readonly duplicates: number;
}

export interface LeaseRequest {
  readonly run: string;
  readonly limit: number;
  /** Leases that one site may hold at a time, over all calls. */
  readonly perSite: number;
  /** How many times as many, where the site has no delay and they can wait for their turn here. */
  readonly ahead: number;
  /** Milliseconds between two leases of a site, where it does not want more. */
  readonly delay: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the lease ends and anyone may take the entry again, milliseconds since the epoch. */
  readonly until: number;
  /** Depth by depth: nothing of depth n+1 is leased while an entry of depth n is queued or leased, so depths are exact. */
  readonly level: boolean;
}

export interface Lease {
  readonly id: EntryId;
  readonly key: Key;
  /** What to fetch: the first spelling found, or the last target of a redirect within this entry. */
  readonly url: string;
  readonly site: string;
  readonly depth: number;
  readonly hops: number;
  /** Fetches of this entry that ended in `retry`. */
  readonly attempts: number;
  readonly role: Role;
  /** Whether a seed or a sitemap names it, or it is a sitemap: it was not only found. */
  readonly isNamed: boolean;
  /** Milliseconds that its site is left alone between two leases. */
  readonly delay: number;
  /** What an earlier fetch brought, where the entry was queued again by `requeue`. */
  readonly earlier: Earlier | null;
}

/** What is known of an entry's document from before, to ask for it only if it changed (RFC 9110 13). */
export interface Earlier {
  readonly status: number | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly digest: string | null;
}

export interface Settlement {
  readonly id: EntryId;
  readonly outcome: Outcome;
  readonly found: readonly FoundUrl[];
  /** When it came, milliseconds since the epoch. */
  readonly at: number;
  /** Its site is left alone until then, milliseconds since the epoch; null to leave that as it is. */
  readonly siteUntil: number | null;
}

export type Outcome =
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly contentType: string | null;
      /** Hash of the body's bytes, hex; null where the body was not read. */
      readonly digest: string | null;
      /** Declared with rel=canonical and of another key: the page stays, and names that entry. */
      readonly canonical: FoundUrl | null;
      /** A word on what was left out, such as `truncated`. */
      readonly note: string | null;
      readonly role: Role;
      readonly details: PageDetails;
    }
  /** The document is as it was `earlier`. */
  | { readonly kind: 'unchanged' }
  | {
      /**
       * To another key: this entry becomes its alias; canonical URLs that lead from there back to it give way. To its own
       * key, or that of its own alias by a claim: it is queued again with the target as its URL, or ends as `selfEnd` says.
       */
      readonly kind: 'redirect';
      readonly status: number;
      readonly to: FoundUrl;
    }
  /** A passing failure: queued again, not before `notBefore` (milliseconds since the epoch). */
  | { readonly kind: 'retry'; readonly reason: string; readonly status: number | null; readonly notBefore: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly status: number | null }
  /** It may not be fetched, or its site is left. */
  | { readonly kind: 'refused'; readonly reason: Refusal | 'endless' };

/**
 * How a redirect of an entry to itself ends it.
 *
 * @param fetched the URL that redirects
 * @returns null where the target is still to be fetched
 */
export function selfEnd(
  { status, to }: Extract<Outcome, { kind: 'redirect' }>,
  fetched: string,
): Extract<Outcome, { kind: 'failed' }> | null {
  if (to.skip === null && to.url.toWellFormed() !== fetched) return null;
  const isLoop = to.skip === null || to.skip === 'too-many-redirects';
  return { kind: 'failed', status, reason: isLoop ? 'redirect-loop' : to.skip };
}

/** Whether an outcome without a document says that there is none, and not only that it cannot be had for the moment. */
export function isLasting(outcome: Extract<Outcome, { kind: 'failed' | 'refused' }>): boolean {
  if (outcome.kind === 'refused') return outcome.reason === 'robots';
  const { status } = outcome;
  return status !== null && status < 500 && status !== 408 && status !== 429;
}

/** What is kept of a page beside its outcome. */
export interface PageDetails {
  /** The field of the response, for a conditional request. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Fingerprint of the text: equal for equal text. */
  readonly text: string | null;
  /** Fingerprint of the text: similar for similar text. */
  readonly sketch: string | null;
  /** What the page says of itself, as JSON. */
  readonly record: string | null;
}

/**
 * How many aliases in a row are followed to see whether a new one closes a circle. A longer chain is taken for one:
 * following it for each of its pages would take time by the square of their number.
 */
export const MAX_ALIAS_CHAIN = 100;

export interface Entry {
  readonly id: EntryId;
  readonly key: Key;
  readonly url: string;
  /** The last target of a redirect within the entry, which is fetched in place of `url`; null where there was none. */
  readonly finalUrl: string | null;
  readonly site: string;
  readonly state: EntryState;
  readonly depth: number;
  readonly hops: number;
  readonly status: number | null;
  readonly contentType: string | null;
  readonly digest: string | null;
  readonly aliasOf: Key | null;
  readonly aliasBy: AliasKind | null;
  /** Why it was skipped, failed or is tried again, or a note on a page. */
  readonly reason: string | null;
  /** Milliseconds since the epoch of its last outcome but `retry`. */
  readonly fetchedAt: number | null;
  readonly role: Role;
  /** How it was found first. */
  readonly source: string;
  /** The entry it was found on first; null for one that came from outside. */
  readonly foundOn: Key | null;
  readonly details: PageDetails | null;
  readonly spellings: readonly Spelling[];
  readonly listings: readonly Listing[];
}

/** An entry in a sitemap. */
export interface Listing {
  readonly sitemap: Key;
  /** As it stands there, resolved. */
  readonly url: string;
  readonly lastmod: string | null;
}

/** Another spelling of an entry, in order of discovery. */
export interface Spelling {
  readonly url: string;
  /** The pass that gets the credit; null for the target of a redirect within the entry, which saved no fetch. */
  readonly pass: string | null;
}

export interface FrontierStats {
  readonly states: Readonly<Record<EntryState, number>>;
  /** Spellings that were not fetched because their key was known already: by the pass that gets the credit. */
  readonly duplicates: Readonly<Record<string, number>>;
  /** Of the entries that are done. */
  readonly aliases: Readonly<Record<AliasKind, number>>;
  readonly skipped: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
  /** Entries that are done and are sitemaps; not those that redirect to one, or are another one by a claim. */
  readonly sitemaps: number;
  /**
   * Milliseconds since the epoch before which no queued entry is ready: the earliest `notBefore` of a retry that waits
   * or `siteUntil` of another entry's site. 0 if one need not wait, as far as `perSite` and `level` let it; null if none
   * is queued.
   */
  readonly nextAt: number | null;
}
