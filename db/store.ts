import type { Key } from '../src/canon/key.ts';
import { wireUrl } from '../src/canon/wire-url.ts';
import type { Claim } from '../src/evidence/claim.ts';
import type { Evidence } from '../src/evidence/evidence.ts';
import { StoreError } from './errors.ts';
import {
  type EntryReason,
  EQUIVALENT,
  type FailureReason,
  type PageNotes,
  REFUSALS,
  type Refusal,
  type SkipReason,
  type UrlSource,
} from './reasons.ts';

/**
 * The contract of a frontier: what every store does, and what the crawler relies on.
 *
 * All methods take batches and are asynchronous, so that a store may also live on a network. Each call is one
 * transaction: it takes effect completely or not at all, even if the process is killed during the call. The exception is a
 * `rekey` in parts.
 *
 * Several programs may use one frontier at the same time. A program is gone when it closed the frontier, when it was
 * silent for 30 seconds by the store's clock, or when the store knows that its process ended. The leases of a program that is
 * gone are given to others. A program that was taken for gone, and comes back, takes part again with its next write; its
 * leases are lost.
 *
 * Keys have an epoch, which `rekey` raises. URLs whose keys are of an earlier epoch are refused if the caller names the epoch.
 *
 * Methods reject with a `StoreError` if the store cannot be read or written.
 */
export interface Frontier {
  /**
   * The current time by the store's clock, in milliseconds since the epoch. All programs that share the frontier read the
   * same time, whatever their own clocks say. All times that a caller stores are times of this clock.
   */
  now(): number;

  /**
   * Records URLs. A new key becomes an entry. A new spelling of a known key counts as a duplicate. An entry that is queued
   * again and is nearer to a seed now is fetched without a condition, because its links are nearer as well.
   *
   * @param on the entry whose document contained the URLs; null, or omitted, for URLs from outside, such as seeds
   * @param epoch the epoch of the keys
   * @throws {StoreError} `invalid-key` if a key is not printable ASCII; `stale-keys`, with nothing changed, if the keys of
   * the frontier are of another epoch
   */
  add(found: readonly FoundUrl[], on?: EntryId | null, epoch?: number): Promise<AddCounts>;

  /**
   * Takes up to `limit` queued entries. Sites take turns; entries of one site come by depth, then in order of
   * discovery. Sites that must not be asked before a time after `now` are passed over. Retries whose time has come
   * become ready. If there is nothing else to lease, the leases of programs that are gone are given away.
   *
   * A lease ends when it is settled or released, or when its program is gone.
   */
  lease(request: LeaseRequest): Promise<readonly Lease[]>;

  /**
   * Records the outcomes of leased entries together with the URLs found there: first all URLs, then the outcomes.
   * Ignores a settlement, and the URLs it found, if `run` no longer holds the lease.
   *
   * An entry that the site answered with an error, with a temporary redirect to another key or a permanent one to a home
   * page, or that robots.txt disallows, is queued again with the next of its spellings, in order of discovery (`Entry.firstFailure`). Spellings
   * that make the same request count as one, and only the first few are fetched. Those that were only found with a skip
   * reason, such as `nofollow`, are not. If no spelling leads to a page, the entry ends as its first URL did. No other
   * spelling is tried if the first one redirects permanently to another page, or if its answer is about the whole site: status 408, 429,
   * above 500, no answer, or a redirect that keeps path and query.
   *
   * @param epoch the epoch of the keys
   * @throws {StoreError} `stale-keys`, with nothing changed, if the keys of the frontier are of another epoch
   */
  settle(run: string, settlements: readonly Settlement[], epoch?: number): Promise<SettleCounts>;

  /**
   * Gives leases back without an outcome. Without `ids`, gives back all leases except those of other programs that are
   * using the frontier now. Leases of such programs always stay. An alias by `equivalence` is queued too, if it became one while
   * it was leased.
   *
   * @returns the number of leases given back
   */
  release(ids?: readonly EntryId[]): Promise<number>;

  /**
   * Decides again about every skipped entry, for a crawl that resumes with other limits. Entries skipped as
   * `equivalent` are left alone, because no limit caused that.
   *
   * @param decide returns the new skip reason, null to queue the entry, or undefined to leave it
   * @returns the number of entries queued
   */
  reconsider(decide: (entry: Entry) => SkipReason | null | undefined): Promise<number>;

  /**
   * Skips up to `limit` entries of sites that the crawl gave up. Only entries that are ready, were never fetched by any
   * spelling and are not named (`Lease.isNamed`) are skipped.
   *
   * @param isLeft whether the crawl gave up the site of this name
   * @param reason the skip reason to record
   * @returns the number of entries skipped
   */
  skipQueued(isLeft: (site: string) => boolean, reason: SkipReason, limit: number): Promise<number>;

  /**
   * Sets a site's own delay between two leases, in milliseconds. It applies if it is longer than `LeaseRequest.delay`;
   * 0 removes it.
   */
  pace(site: string, delay: number): Promise<void>;

  /**
   * Corrects times that were set by a clock that ran ahead. Outcomes later than `now` (milliseconds since the epoch)
   * are dated `now`. Entries and sites that would wait more than `longestWait` milliseconds from `now` no longer wait.
   */
  correctTimes(now: number, longestWait: number): Promise<void>;

  /**
   * Queues entries again, pages and failures alike, if their last outcome came at `before` (milliseconds since the
   * epoch) or earlier. Their stored data stays until the next outcome. An alias by `equivalence` stays one as long as
   * it is a page. All are fetched by `url` again, and redirects that led from there to `finalUrl` count no more.
   *
   * @returns the number of entries queued
   */
  requeue(before: number): Promise<number>;

  /**
   * Queues entries that ended without a page (`settle`) before another spelling of them was found, each with that spelling.
   * Looks at up to `limit` entries.
   *
   * @param after looks at entries with higher numbers; 0 for the first call, then `SpellingTries.last` until that is null
   */
  tryOtherSpellings(limit: number, after: EntryId): Promise<SpellingTries>;

  /**
   * Drops entries and spellings that no page leads to any more, and updates `source` and `foundOn` of entries that are now found in another way. An entry without a URL is skipped as `unlinked` until
   * it is found again; its document, links, listings, aliases and spellings are deleted. An entry whose URL changes, or
   * whose `finalUrl` is dropped, is queued with the URL of the remnant. None of these entries may be leased.
   */
  prune(remnants: readonly Remnant[]): Promise<void>;

  /**
   * Stores evidence. For each subject, place and pair of URLs, only the newest evidence is kept. Evidence from the user
   * is replaced only by newer evidence from the user.
   */
  addEvidence(evidence: readonly Evidence[]): Promise<void>;

  /** Deletes evidence: whatever `addEvidence` would replace with the given evidence. */
  removeEvidence(evidence: readonly Evidence[]): Promise<void>;

  /** All evidence, oldest first. */
  evidence(): Promise<readonly Evidence[]>;

  /** The claims that the current keys were made with, as the last `rekey` stored them. */
  claims(): Promise<readonly Claim[]>;

  /** The epoch of the current keys: 0 in a new frontier. */
  keyEpoch(): Promise<number>;

  /**
   * Replaces the claims and gives every entry of some sites the key that follows from them, in one transaction. A store on
   * a network may do so in parts, between which others write: until the last part, the keys of the earlier epoch still
   * name their entries. If a call stops halfway, the next `rekey`
   * finishes or undoes it, whatever its sites.
   *
   * Entries that now share a key are merged into one representative and its aliases. The best candidate becomes the
   * representative, in this order: a fetched page, an entry that redirects or declares another canonical URL, an entry
   * still to be fetched, an entry that failed or was skipped. Ties go to the entry that already had the key, then to
   * the one found first. The representative gets the shared key unless another entry of the group already had it. Every
   * other entry gets the key it has without claims and becomes an alias by `equivalence`, unless it is already an alias
   * by other means. An entry that was never fetched is skipped as `equivalent`, unless it is leased; one that was skipped
   * because no link to it is followed keeps that reason.
   *
   * Entries that no longer share a key are split: they stop being aliases, and those not yet fetched are queued. Their
   * spellings and listings move to the entry of their key, which is created if it does not exist.
   *
   * The epoch of the keys rises if there are sites, so that programs that share the frontier notice that their keys are
   * stale.
   *
   * @throws {StoreError} `stale-keys`, with nothing changed, if the keys of the frontier are of another epoch than the
   * request; also if the store took this program for gone, and another one rekeys (parts that are written stay)
   */
  rekey(request: RekeyRequest): Promise<RekeyCounts>;

  /**
   * Counts of entries, duplicates and aliases, and the time when the next entry is ready.
   *
   * @param level whether only the entries of the lowest level that is open count for that time, as for
   * `LeaseRequest.level`. Default: false.
   */
  stats(level?: boolean): Promise<FrontierStats>;

  /** Every entry, in order of discovery. */
  entries(extent?: EntryExtent): AsyncIterable<Entry>;

  /**
   * The links of each page that was read, in order of discovery. They include the URLs found before the page's outcome
   * and with it. A page that fails only temporarily (status 408, 429 or above 499, or no answer) keeps its previous links.
   */
  links(): AsyncIterable<PageLinks>;

  /** The entry of a key; null if the frontier has no such entry. */
  entry(key: Key, extent?: EntryExtent): Promise<Entry | null>;

  /** The entries of keys, in the order of the keys; null for each key that has none. */
  entriesOf(keys: readonly Key[], extent?: EntryExtent): Promise<readonly (Entry | null)[]>;

  /** The keys of the entries that the document of a key's entry has hyperlinks to, in no order. */
  linkedBy(key: Key): Promise<readonly Key[]>;

  /** The spellings of a key's entry other than its first, in order of discovery, at most `limit`. */
  spellings(key: Key, limit: number): Promise<readonly string[]>;

  /** Whether another program is writing to the frontier. */
  isShared(): Promise<boolean>;

  /** The programs that use the frontier for writing now: this one first, then the others in the order they came. */
  programs(): Promise<readonly Program[]>;

  /** Up to `limit` sites that have entries queued or leased: the longest queues first, then by name. */
  sites(limit: number): Promise<readonly SiteQueue[]>;

  /**
   * Reads a small setting stored with the data, such as the key version, the profile or the seeds; null if it is not
   * set.
   */
  getMeta(name: string): Promise<string | null>;
  /** Stores a setting, replacing any previous value. */
  setMeta(name: string, value: string): Promise<void>;

  /**
   * Replaces a setting with the result of `update`, and returns it. No other program that shares the frontier can
   * change the setting in between. Nothing changes if `update` throws.
   *
   * @param update takes the previous value (null if not set) and whether other programs share the frontier
   */
  updateMeta(name: string, update: (before: string | null, isShared: boolean) => string): Promise<string>;

  /** Ends the use of the store. No other method may be called afterwards. */
  close(): Promise<void>;
}

/** A program that uses a frontier for writing. */
export interface Program {
  /** A random token. */
  readonly name: string;
  /** The host name of its machine or container. */
  readonly host: string;
  /** The number of its process there; null if it was not noted. */
  readonly process: number | null;
  /** When it began to use the frontier, in milliseconds since the epoch. */
  readonly since: number;
  /** When it was last heard, in milliseconds since the epoch. */
  readonly seen: number;
  /** How many pages it has read since it began (see `LeaseRequest.total`). */
  readonly pages: number;
  /** How many leases it holds. */
  readonly leases: number;
  /** Whether it is the program that asks. */
  readonly isSelf: boolean;
}

/** What is still to be fetched of a site. */
export interface SiteQueue {
  /** Host with port: the unit of politeness. */
  readonly name: string;
  /** How many of its entries are queued, including those that wait for a retry. */
  readonly queued: number;
  /** How many of its entries are leased. */
  readonly leased: number;
  /** The site's own delay between two leases, in milliseconds; 0 if it has none. */
  readonly delay: number;
  /** When the site may be asked again, in milliseconds since the epoch; 0 if it need not wait. */
  readonly nextAt: number;
}

/** An entry's number in its store. Numbers follow the order of discovery, starting at 1. */
export type EntryId = number;

/** What has happened to an entry: `done` is fetched or redirected, `failed` has ended without a document. */
export type EntryState = 'queued' | 'leased' | 'done' | 'failed' | 'skipped';

/**
 * Whether an entry is still to be fetched.
 *
 * @internal
 */
export function isToFetch({ state }: Pick<Entry, 'state'>): boolean {
  return state === 'queued' || state === 'leased';
}

/**
 * How much of an entry is read: everything, or `bare`, which leaves spellings and listings empty. One entry may have
 * millions of them.
 */
export type EntryExtent = 'whole' | 'bare';

/** The links of one page. */
export interface PageLinks {
  /** The page. */
  readonly from: EntryId;
  /** Its hyperlinks: one for each linked entry and each URL it is linked by. */
  readonly to: readonly PageLink[];
  /** References that are not hyperlinks: the target of a redirect, a canonical URL, the URLs of a sitemap. */
  readonly named: readonly PageLink[];
}

/** What remains of an entry after pages that led to it changed their links. */
export interface Remnant {
  /** The entry. */
  readonly id: EntryId;
  /** The URL to fetch from now on, one of those still linked; null if nothing leads to the entry any more. */
  readonly url: string | null;
  /** Spellings that no page uses any more. */
  readonly dropped: readonly string[];
  /** Its new `source` and `foundOn`, if the old `foundOn` no longer leads to it. Left out if they stay. */
  readonly foundNow?: HowFound;
}

/** How an entry is found. */
export interface HowFound extends Pick<Entry, 'source'> {
  /** The entry it is found on; null for a URL from outside, such as a seed. */
  readonly on: EntryId | null;
}

/** A reference from a page to an entry. */
export interface PageLink {
  /** The entry it leads to. */
  readonly id: EntryId;
  /** The resolved URL; null if it is the first spelling of the entry. */
  readonly url: string | null;
}

/** Why an entry is an alias of another one: a redirect, a declared canonical URL, or a claim (`equivalence`). */
export type AliasKind = 'redirect' | 'canonical' | 'equivalence';

/**
 * Whether the entry was skipped because a claim makes it an alias of another one.
 *
 * @internal
 */
export function isEquivalent({ state, reason }: Pick<Entry, 'state' | 'reason'>): boolean {
  return state === 'skipped' && reason === EQUIVALENT;
}

/** The input of `Frontier.rekey`. */
export interface RekeyRequest {
  /** The claims to store. */
  readonly claims: readonly Claim[];
  /**
   * The sites whose entries may get another key. Entries of other sites also take part if they already have such a key.
   */
  readonly sites: readonly string[];
  /**
   * Limits the rekey to the entries with these keys, and those that get the same new keys. A store may rekey all entries of
   * `sites` instead. Default: all entries of `sites`.
   */
  readonly only?: readonly Key[];
  /** The epoch of the keys that the claims were judged with. */
  readonly epoch?: number;
  /** Applies the claims to a URL: returns its key, its site, and whether to fetch it. It must not take long. */
  readonly find: (url: string, at: Pick<FoundUrl, 'depth' | 'hops' | 'source' | 'role'>) => FoundUrl;
  /** The key of a URL without any claims. */
  readonly ownKey: (url: string) => Key;
}

/**
 * Whether a call was refused because the keys of the frontier are of another epoch.
 *
 * @internal
 */
export function areKeysStale(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'stale-keys';
}

/** How many entries `Frontier.rekey` changed. */
export interface RekeyCounts {
  /** Entries that became aliases by a claim. */
  readonly merged: number;
  /** How many of these were still to be fetched: the fetches avoided. */
  readonly saved: number;
  /** Entries that stopped being aliases, and entries created from spellings. */
  readonly split: number;
  /** The epoch of the keys from now on. */
  readonly epoch: number;
}

/**
 * Whether an entry is queued when a URL to fetch is found for it again. False if its fetch was refused (`REFUSALS`) or if
 * it is an alias by a claim.
 *
 * @internal
 */
export function isReopened({ state, reason }: Pick<Entry, 'state' | 'reason'>): boolean {
  return state === 'skipped' && reason !== EQUIVALENT && !Object.hasOwn(REFUSALS, reason ?? '');
}

/** The kind of document: a page, or a sitemap, which lists URLs for crawlers. */
export type Role = 'page' | 'sitemap';

/** A URL as found, with its key. */
export interface FoundUrl {
  /** The spelling. It is stored as well-formed text: a lone surrogate becomes U+FFFD, as in a request. */
  readonly url: string;
  /** Printable ASCII; a store refuses any other key. */
  readonly key: Key;
  /** Host with port: the unit of politeness. */
  readonly site: string;
  /** The number of links from a seed. The target of a redirect has the depth of its source. */
  readonly depth: number;
  /** The number of consecutive redirects that led here. */
  readonly hops: number;
  /**
   * The loosest pass that changed `url` into `key`. A duplicate is attributed to it. Null if `url` and `key` are the
   * same text.
   */
  readonly pass: string | null;
  /** The skip reason, if the URL is recorded but not fetched; null to queue it. */
  readonly skip: SkipReason | null;
  /** How it was found. Each URL from a sitemap also becomes a listing. */
  readonly source: UrlSource;
  /** The kind of document expected at the URL. */
  readonly role: Role;
  /** The date of the last change, as its sitemap states it; null if it states none. */
  readonly lastmod: string | null;
  /**
   * Whether the URL would be requested with other cookies than before. If its entry redirects, it is queued again; if the URL
   * is the target of a redirect, only where redirects lead back from it. Default: false.
   */
  readonly hasNewCookies?: boolean;
}

/** What a batch of URLs added to the frontier. */
export interface AddCounts {
  /** New keys, including skipped ones. */
  readonly added: number;
  /** New spellings of known keys. */
  readonly duplicates: number;
}

/** What outcomes and their URLs changed in the frontier. */
export interface SettleCounts extends AddCounts {
  /** Entries that do not stand as their outcomes say: another spelling is fetched, or none led to a page. */
  readonly spelled: readonly SpellingOutcome[];
}

/** How an entry stands after the outcome of one of its spellings. `url` is its first URL. */
export interface SpellingOutcome extends Pick<Entry, 'id' | 'url' | 'reason' | 'status'> {
  /**
   * `queued` if another spelling is fetched next. Otherwise, no spelling led to a page, and the entry ends as its first URL
   * did: `failed`, `skipped`, or `done` for a redirect.
   */
  readonly state: Exclude<EntryState, 'leased'>;
}

/** What `Frontier.tryOtherSpellings` did. */
export interface SpellingTries {
  /** How many entries it queued. */
  readonly queued: number;
  /** The last entry that it looked at; null if there was none. */
  readonly last: EntryId | null;
}

/** What to lease, and under which limits. */
export interface LeaseRequest {
  /** The name of the run that will hold the leases. */
  readonly run: string;
  /** The most leases to return. */
  readonly limit: number;
  /** The most leases that one site may hold at a time, across all calls. */
  readonly perSite: number;
  /**
   * A factor for `perSite` that applies to sites without a delay, whose entries can wait for their turn in the crawler.
   */
  readonly ahead: number;
  /** The shortest time between two leases of a site, in milliseconds. A site's own delay applies if it is longer. */
  readonly delay: number;
  /**
   * The most pages that all programs which share the frontier read together, since the first of them began; null for no
   * limit. Leases held by anybody count as pages until they are settled. A page is an outcome `page` with the role `page`, or
   * an outcome `unchanged` of an entry with that role.
   */
  readonly total: number | null;
  /** The current time, as `Frontier.now` tells it. */
  readonly now: number;
  /**
   * Level by level: leases no entry of depth n+1 while an entry of depth n is queued or leased, so that depths are
   * exact.
   */
  readonly level: boolean;
  /** Sites to lease nothing from, because this program cannot reach them. */
  readonly except: readonly string[];
}

/** An entry that a run has taken to fetch it. */
export interface Lease {
  /** The entry. */
  readonly id: EntryId;
  /** Its key. */
  readonly key: Key;
  /** The URL to fetch: `finalUrl` of the entry, or else its first spelling. */
  readonly url: string;
  /** Host with port: the unit of politeness. */
  readonly site: string;
  /** The number of links from a seed. */
  readonly depth: number;
  /** The number of consecutive redirects that led here. */
  readonly hops: number;
  /** The number of fetches of this entry that ended in `retry`. Those with `isSiteAway` do not count. */
  readonly attempts: number;
  /** The kind of document expected. */
  readonly role: Role;
  /** Whether a seed or a sitemap names the entry, or it is a sitemap itself. False if it was only found as a link. */
  readonly isNamed: boolean;
  /** The delay between two leases of its site, in milliseconds. */
  readonly delay: number;
  /**
   * The result of an earlier fetch, if `requeue` queued the entry again; otherwise null. Also null if the first spelling led
   * to no page and no document is stored. Without `etag` and `lastModified` if the document may come from another spelling.
   */
  readonly earlier: Earlier | null;
}

/** The stored validators of an entry's document, for a conditional request (RFC 9110, section 13). */
export interface Earlier {
  /** The HTTP status. */
  readonly status: number | null;
  /** The ETag field. Empty if the next request must not be conditional. */
  readonly etag: string | null;
  /** The Last-Modified field. */
  readonly lastModified: string | null;
  /** The hash of the body's bytes, in hex. */
  readonly digest: string | null;
}

/** The outcome of one lease. */
export interface Settlement {
  /** The leased entry. */
  readonly id: EntryId;
  /** The result of the fetch. */
  readonly outcome: Outcome;
  /** The URLs found in its document. */
  readonly found: readonly FoundUrl[];
  /** When the outcome came, in milliseconds since the epoch. */
  readonly at: number;
  /** No entry of the site is leased before this time, in milliseconds since the epoch; null sets no such time. */
  readonly siteUntil: number | null;
  /**
   * If the site was not asked: the time until which the lease makes it wait, `LeaseRequest.now` plus `Lease.delay`. The
   * wait ends, unless the site waits for another reason until another time. Default: the wait goes on.
   */
  readonly endsWait?: number;
}

/** The result of fetching an entry. `reason` is a short code, `status` the HTTP status or null without a response. */
export type Outcome =
  | {
      /** A document was read. */
      readonly kind: 'page';
      /** The HTTP status. */
      readonly status: number;
      /** The Content-Type field; null if the server sent none. */
      readonly contentType: string | null;
      /** The hash of the body's bytes, in hex; null if the body was not read. */
      readonly digest: string | null;
      /**
       * The declared canonical URL, if it has another key. The entry stays a page and becomes an alias of that URL's
       * entry.
       */
      readonly canonical: FoundUrl | null;
      /** A code for an incomplete reading, such as `truncated`. */
      readonly note: PageNotes | null;
      /** The kind of document found. */
      readonly role: Role;
      /** The data to store for the page. */
      readonly details: PageDetails;
    }
  | {
      /** The document has not changed since the `earlier` fetch. */
      readonly kind: 'unchanged';
    }
  | {
      /**
       * A redirect to another key makes this entry an alias of it. Canonical URLs that lead from there back to this
       * entry are dropped. A redirect to the entry's own key, or to the key of its own alias by a claim, queues the
       * entry again with the target as its URL. The entry fails if the target makes the same request, or must not be fetched.
       */
      readonly kind: 'redirect';
      /** The HTTP status. */
      readonly status: number;
      /** The target of the redirect. */
      readonly to: FoundUrl;
    }
  | {
      /** A temporary failure: the entry is queued again, for `notBefore` or later. */
      readonly kind: 'retry';
      /** The failure reason: a short, stable code. */
      readonly reason: FailureReason;
      /** The HTTP status; null without a response. */
      readonly status: number | null;
      /** The earliest time of the next fetch, in milliseconds since the epoch. */
      readonly notBefore: number;
      /** Whether the cause is the site, not this URL: it is away, or its robots.txt answers an error. Then the fetch does not count in `attempts`. Default: false. */
      readonly isSiteAway?: boolean;
    }
  | {
      /** The fetch failed. */
      readonly kind: 'failed';
      /** The failure reason: a short, stable code. */
      readonly reason: FailureReason;
      /** The HTTP status; null without a response. */
      readonly status: number | null;
    }
  | {
      /** robots.txt disallows the fetch, the crawl gave up the site, or the program's handler skipped the page. */
      readonly kind: 'refused';
      /** A short, stable code. */
      readonly reason: Refusal | 'endless';
    };

/**
 * The failure that ends an entry which redirects to itself: to a URL that makes the same request, whatever its fragment.
 *
 * @param fetched the URL that redirects
 * @returns null if the target is still to be fetched
 *
 * @internal
 */
export function selfEnd(
  { status, to }: Extract<Outcome, { kind: 'redirect' }>,
  fetched: string,
): Extract<Outcome, { kind: 'failed' }> | null {
  if (to.skip === null && wireUrl(to.url.toWellFormed()) !== wireUrl(fetched)) return null;
  const isLoop = to.skip === null || to.skip === 'too-many-redirects';
  return { kind: 'failed', status, reason: isLoop ? 'redirect-loop' : to.skip };
}

/**
 * Whether a failure or refusal is lasting. After a temporary one, such as status 503, the entry keeps its links, and what the
 * next fetch needs to find out whether its document has changed.
 *
 * @internal
 */
export function isLasting(outcome: Extract<Outcome, { kind: 'failed' | 'refused' }>): boolean {
  if (outcome.kind === 'refused') return outcome.reason === 'robots' || outcome.reason === 'handler';
  const { status } = outcome;
  return status !== null && status < 500 && status !== 408 && status !== 429;
}

/**
 * Whether an outcome counts as a page (`LeaseRequest.total`).
 *
 * @param role that of the entry before the outcome
 *
 * @internal
 */
export function isPage(outcome: Outcome, role: Role): boolean {
  return outcome.kind === 'page' ? outcome.role === 'page' : outcome.kind === 'unchanged' && role === 'page';
}

/** The data stored for a page in addition to its outcome. */
export interface PageDetails {
  /** The ETag field, for a conditional request. Empty if the next request must not be conditional. */
  readonly etag: string | null;
  /** The Last-Modified field, for a conditional request. */
  readonly lastModified: string | null;
  /** A fingerprint of the text: equal texts have equal fingerprints. */
  readonly text: string | null;
  /** A fingerprint of the text: similar texts have similar fingerprints. */
  readonly sketch: string | null;
  /** What the page declares about itself, as JSON. */
  readonly record: string | null;
  /** The values that the crawl's selectors found, as a JSON object of arrays by field; null if the crawl selects none. */
  readonly fields: string | null;
}

/**
 * The longest chain of aliases that is followed to find out whether a new alias closes a circle. A longer chain is
 * treated as a circle, because following it for each of its pages would take quadratic time.
 *
 * @internal
 */
export const MAX_ALIAS_CHAIN = 100;

/** One key in the frontier, with everything that is stored for it. */
export interface Entry {
  /** Its number. */
  readonly id: EntryId;
  /** Its key, unique in the frontier. */
  readonly key: Key;
  /** The first spelling found. */
  readonly url: string;
  /**
   * What is fetched instead of `url`: the last target of a redirect within the entry, or another spelling because `url`
   * led to no page (`firstFailure`). Null if `url` is fetched.
   */
  readonly finalUrl: string | null;
  /**
   * Why `url` led to no page, if another spelling is fetched instead: how it failed, such as `http-404`, or the status of
   * its redirect to another key, such as `http-302`. The other spelling is `finalUrl`, or redirected to it within the
   * entry. Null if `url` is fetched, and if no spelling that was tried led to a page.
   */
  readonly firstFailure: EntryReason | null;
  /** Host with port: the unit of politeness. */
  readonly site: string;
  /** What has happened to it. */
  readonly state: EntryState;
  /** The lowest number of links from a seed. */
  readonly depth: number;
  /** The number of consecutive redirects that led here, at that depth. */
  readonly hops: number;
  /** The HTTP status of the last outcome; null without a response. */
  readonly status: number | null;
  /** The Content-Type field of the last outcome; null if there was none. */
  readonly contentType: string | null;
  /** The hash of the body's bytes, in hex; null if no body was read. */
  readonly digest: string | null;
  /** The key of the entry that this one is an alias of; null if it is not an alias. */
  readonly aliasOf: Key | null;
  /** The reason for the alias; null if it is not an alias. */
  readonly aliasBy: AliasKind | null;
  /**
   * The URL that the last answer redirects to, if it has another key: as the server named it, which may be another spelling
   * than the URL of that entry. Null if it does not redirect.
   */
  readonly location: string | null;
  /**
   * Why the entry was skipped, failed or will be retried, or a note on a page (`Outcome`); null if there is nothing to
   * note.
   */
  readonly reason: EntryReason | null;
  /** The time of the last outcome other than `retry`, in milliseconds since the epoch; null before the first one. */
  readonly fetchedAt: number | null;
  /** The kind of document. */
  readonly role: Role;
  /** How it was first found. A recrawl renews this if that way is gone (`Remnant.foundNow`). */
  readonly source: UrlSource;
  /** The entry it was found on that way; null for a URL from outside, such as a seed. */
  readonly foundOn: Key | null;
  /** The data of its page; null if no page is stored, or if the last outcome is a failure. */
  readonly details: PageDetails | null;
  /** Its spellings other than `url`, in order of discovery. */
  readonly spellings: readonly Spelling[];
  /** The sitemaps that list it. */
  readonly listings: readonly Listing[];
}

/** An entry's line in a sitemap. */
export interface Listing {
  /** The key of the sitemap. */
  readonly sitemap: Key;
  /** The resolved URL. */
  readonly url: string;
  /** The date of the last change, as the sitemap states it; null if it states none. */
  readonly lastmod: string | null;
}

/** A spelling of an entry other than the first. */
export interface Spelling {
  /** The URL as found. */
  readonly url: string;
  /**
   * The pass that the duplicate is attributed to; null for the target of a redirect within the entry, which saved no
   * fetch.
   */
  readonly pass: string | null;
  /** Present if it was only found by links that the crawl does not follow: it is never fetched. */
  readonly isUnfollowed?: true;
}

/** Counts over the whole frontier. */
export interface FrontierStats {
  /** Entries by state. */
  readonly states: Readonly<Record<EntryState, number>>;
  /** Spellings not fetched because their key was already known, by the pass they are attributed to. */
  readonly duplicates: Readonly<Record<string, number>>;
  /** Aliases among the entries that are done, by kind. */
  readonly aliases: Readonly<Record<AliasKind, number>>;
  /** Skipped entries by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Failed entries by reason. */
  readonly failed: Readonly<Record<string, number>>;
  /** Sitemaps that were read. Entries that redirect to a sitemap, or equal one by a claim, do not count. */
  readonly sitemaps: number;
  /**
   * No queued entry is ready before this time, in milliseconds since the epoch. It is the earliest `notBefore` of a
   * waiting retry or `siteUntil` of another entry's site. It is 0 if an entry is ready now, apart from the limit
   * `perSite`, and null if no entry is queued.
   */
  readonly nextAt: number | null;
}
