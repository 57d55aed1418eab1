import type { Key } from '../../src/canon/key.ts';
import type { Entry, EntryId, FoundUrl, Listing, RekeyCounts, Spelling } from '../store.ts';

type Kept = 'id' | 'key' | 'url' | 'finalUrl' | 'site' | 'state' | 'reason' | 'depth' | 'hops' | 'source' | 'role';

/** What the plan goes by of an entry. */
export interface PlannedEntry extends Pick<Entry, Kept | 'aliasBy'> {
  readonly aliasOf: EntryId | null;
  readonly foundOn: EntryId | null;
  /** The pass of the first spelling. */
  readonly pass: string | null;
  /** 1 where something is kept of its page, also while that is to be fetched again. */
  readonly hasPage: 0 | 1;
}

export interface SpellingOf extends Spelling {
  readonly entry: EntryId;
}

export interface ListingOf extends Omit<Listing, 'sitemap'> {
  readonly entry: EntryId;
  readonly sitemap: EntryId;
}

/** What the plan reads of a store. */
export interface RekeyView {
  /** In order of discovery. */
  entriesOf(sites: readonly string[]): readonly PlannedEntry[];
  /** Those that there are. */
  entriesWith(keys: readonly Key[]): readonly PlannedEntry[];
  aliasOf(id: EntryId): EntryId | null;
  /** By entry, those of each in order of discovery. */
  spellings(ids: readonly EntryId[]): Iterable<SpellingOf>;
  listings(ids: readonly EntryId[]): Iterable<ListingOf>;
}

export interface RekeyChange {
  readonly before: PlannedEntry;
  readonly after: PlannedEntry;
}

/** What of an entry belongs to another one now. */
export interface Misplaced {
  /** By the entry that they leave. */
  readonly spellings: readonly SpellingOf[];
  readonly listings: readonly ListingOf[];
  /** The same as URLs to be added, each with the entry that it was found on. */
  readonly found: readonly (readonly [found: FoundUrl, on: EntryId | null])[];
}

/** What a store is to do: make the changes, take away what is misplaced, and add that as found anew. */
export interface RekeyPlan extends Misplaced {
  /** Entries of which anything changes, in order of discovery. One that is no longer leased loses its lease. */
  readonly changes: readonly RekeyChange[];
  /** Without the entries that are made of what was misplaced. */
  readonly counts: RekeyCounts;
}

/** An entry that takes part. */
export interface Member {
  readonly before: PlannedEntry;
  after: PlannedEntry;
  /** Its key without claims, its own among all. */
  own: Key;
  /** What its first spelling is by the claims. */
  readonly found: FoundUrl;
}

/** By their entries' numbers, in order of discovery. */
export type Members = ReadonlyMap<EntryId, Member>;
