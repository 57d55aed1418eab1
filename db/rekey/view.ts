import type { Key } from '../../src/canon/key.ts';
import type { StoredSpelling } from '../plan/other-spelling.ts';
import type { StoredListing } from '../plan/stored-entry.ts';
import type { Entry, EntryId, FoundUrl, RekeyCounts } from '../store.ts';

type Kept =
  | 'id'
  | 'key'
  | 'url'
  | 'finalUrl'
  | 'firstFailure'
  | 'site'
  | 'state'
  | 'reason'
  | 'depth'
  | 'hops'
  | 'source'
  | 'role'
  | 'location';

/** The fields of an entry that the plan uses. */
export interface PlannedEntry extends Pick<Entry, Kept | 'aliasBy'> {
  readonly aliasOf: EntryId | null;
  readonly foundOn: EntryId | null;
  /** The pass of the first spelling. */
  readonly pass: string | null;
  /** 1 if data of its page is stored, also while the page is to be fetched again. */
  readonly hasPage: 0 | 1;
}

/** The part of a store that the plan reads, at once or over a network. */
export interface RekeyView<Mode extends 'at-once' | 'later' = 'at-once'> extends PlanView<Mode> {
  /** In order of discovery. */
  entriesOf(sites: readonly string[]): Answer<readonly PlannedEntry[], Mode>;
  /** The entries that exist among these keys. */
  entriesWith(keys: readonly Key[]): Answer<readonly PlannedEntry[], Mode>;
}

/** What the plan reads when the members are known. */
export interface PlanView<Mode extends 'at-once' | 'later' = 'at-once'> {
  /** What these entries are aliases of, what those are aliases of, and so on. Entries that are not aliases are left out. */
  aliases(ids: readonly EntryId[]): Answer<ReadonlyMap<EntryId, EntryId>, Mode>;
  /** By entry, and for each entry in order of discovery. */
  spellings(ids: readonly EntryId[]): Answer<Iterable<StoredSpelling>, Mode>;
  listings(ids: readonly EntryId[]): Answer<Iterable<StoredListing>, Mode>;
}

type Answer<T, Mode> = Mode extends 'at-once' ? T : Promise<T>;

/** An entry before and after. */
export interface RekeyChange {
  readonly before: PlannedEntry;
  readonly after: PlannedEntry;
}

/** Spellings and listings that belong to another entry now. */
export interface Misplaced {
  /** By the entry that they leave. */
  readonly spellings: readonly StoredSpelling[];
  readonly listings: readonly StoredListing[];
  /** The same as URLs to add, each with the entry it was found on. */
  readonly found: readonly (readonly [found: FoundUrl, on: EntryId | null])[];
}

/** The work of a store: make the changes, remove the misplaced spellings and listings, and add `found`. */
export interface RekeyPlan extends Misplaced {
  /** The entries that change, in order of discovery. An entry that is no longer leased loses its lease. */
  readonly changes: readonly RekeyChange[];
  /** The counts, without the entries that `found` creates. */
  readonly counts: Omit<RekeyCounts, 'epoch'>;
}

/** An entry that takes part in the rekeying. */
export interface Member {
  readonly before: PlannedEntry;
  after: PlannedEntry;
  /** Its key without claims. */
  readonly own: Key;
  /** `own`, made unique among all members. */
  uniqueKey: Key;
  /** What the claims make of its first spelling. */
  readonly found: ClaimedKey;
}

/** What the claims make of the first spelling of an entry. */
export type ClaimedKey = Pick<FoundUrl, 'key' | 'site' | 'pass' | 'skip'>;

/** Members by entry number, in order of discovery. */
export type Members = ReadonlyMap<EntryId, Member>;
