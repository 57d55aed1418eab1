import type { Key } from '../src/canon/key.ts';

/**
 * The frontier's contract: what every store does, and what the crawler may rely on.
 *
 * All verbs take batches and are asynchronous, so that a store on a network fits. Each call is one transaction:
 * it happens whole or not at all, also when the process is killed inside it.
 */
export interface Frontier {
  /** Records URLs. A key that is new becomes an entry; a known key with a new spelling is a duplicate avoided. */
  add(found: readonly FoundUrl[]): Promise<AddCounts>;

  /**
   * Takes up to `limit` queued entries, the sites in turn, each site's own by (depth, order of discovery).
   * Before that, leases that ended before `now` are given up, and retries whose time has come are ready again.
   */
  lease(request: LeaseRequest): Promise<readonly Lease[]>;

  /**
   * Records outcomes of leased entries together with the URLs found there: first all the URLs, then the outcomes.
   * A settlement whose lease `run` no longer holds is ignored, and so is what it found.
   */
  settle(run: string, settlements: readonly Settlement[]): Promise<AddCounts>;

  /** Gives leases back untouched; without `ids` all leases of every run, for whoever opens a file that a dead run left. */
  release(ids?: readonly EntryId[]): Promise<number>;

  /** Asks again about every entry that was skipped, for a crawl that resumes with other limits; null queues the entry. */
  reconsider(decide: (entry: Entry) => string | null): Promise<number>;

  stats(): Promise<FrontierStats>;

  /** Every entry in order of discovery. */
  entries(): AsyncIterable<Entry>;

  /** Small settings that belong to the data: the key's version, the profile, the seeds. */
  getMeta(name: string): Promise<string | null>;
  setMeta(name: string, value: string): Promise<void>;

  close(): Promise<void>;
}

/** An entry's number in its store, in order of discovery. */
export type EntryId = number;

export type EntryState = 'queued' | 'leased' | 'done' | 'failed' | 'skipped';

/** How an entry turned out to be another one. */
export type AliasKind = 'redirect' | 'canonical';

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
}

export interface Settlement {
  readonly id: EntryId;
  readonly outcome: Outcome;
  readonly found: readonly FoundUrl[];
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
    }
  | {
      /** To another key: this entry becomes its alias. To its own key: it is queued again with the target as its URL. */
      readonly kind: 'redirect';
      readonly status: number;
      readonly to: FoundUrl;
    }
  /** A passing failure: queued again, not before `notBefore` (milliseconds since the epoch). */
  | { readonly kind: 'retry'; readonly reason: string; readonly status: number | null; readonly notBefore: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly status: number | null };

/**
 * How many aliases in a row are followed to see whether a new one closes a circle. A longer chain is taken for one:
 * following it for each of its pages would take time by the square of their number.
 */
export const MAX_ALIAS_CHAIN = 100;

export interface Entry {
  readonly id: EntryId;
  readonly key: Key;
  readonly url: string;
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
  readonly spellings: readonly Spelling[];
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
  readonly aliases: Readonly<Record<AliasKind, number>>;
  readonly skipped: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
  /**
   * Milliseconds since the epoch: the earliest `notBefore` if every queued entry is a retry that waits,
   * 0 if one is ready (as far as `perSite` and `level` let it), null if none is queued.
   */
  readonly nextAt: number | null;
}
