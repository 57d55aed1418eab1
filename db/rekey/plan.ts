import type { Key } from '../../src/canon/key.ts';
import { refuseInvalidKey } from '../errors.ts';
import {
  type Entry,
  type EntryId,
  type FoundUrl,
  isEquivalent,
  type Listing,
  type RekeyCounts,
  type RekeyRequest,
  type Spelling,
} from '../store.ts';
import { mergeGroups } from './groups.ts';
import { takeMisplaced } from './misplaced.ts';

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

/**
 * Plans what `Frontier.rekey` promises, for all stores alike.
 *
 * @throws {StoreError} where a key is no valid one
 */
export function planRekey(view: RekeyView, request: RekeyRequest): RekeyPlan {
  const members = membersOf(view, request);
  mergeGroups(members, ownersOf(members), view);
  const misplaced = takeMisplaced(members, view, request);
  const changes = [...members.values()].filter(isChanged);
  return { changes, ...misplaced, counts: countsOf(changes) };
}

/** The entries of the sites, and any others that have a key which one of these is to have. */
function membersOf(view: RekeyView, { sites, find, ownKey }: RekeyRequest): Members {
  const members = new Map<EntryId, Member>();
  const keys = new Set<Key>();
  let entries = view.entriesOf(sites);
  let isOrdered = true;
  while (entries.length > 0) {
    const wanted = new Set<Key>();
    for (const entry of entries) {
      const member = { before: entry, after: entry, own: ownKey(entry.url), found: find(entry.url, entry) };
      members.set(entry.id, member);
      keys.add(entry.key);
      for (const key of [member.own, member.found.key]) if (key !== entry.key) wanted.add(key);
    }
    for (const key of wanted) refuseInvalidKey(key);
    entries = view.entriesWith([...wanted].filter((key) => !keys.has(key)));
    isOrdered &&= entries.length === 0;
  }
  return isOrdered ? members : new Map([...members].sort(([a], [b]) => a - b));
}

/**
 * Members by their own keys. A URL that is added with a key of before the last rekeying, as a page that was under way has
 * it, may come to be a second entry: that one takes a key that no URL has, as no scheme starts with a digit.
 */
function ownersOf(members: Members): ReadonlyMap<Key, Member> {
  const owners = new Map<Key, Member>();
  for (const [id, member] of members) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ASCII, as the key in it is
    if (owners.has(member.own)) member.own = `${id} ${member.own}` as Key;
    owners.set(member.own, member);
  }
  return owners;
}

const CHANGING = ['key', 'pass', 'site', 'state', 'reason', 'finalUrl', 'aliasOf', 'aliasBy'] as const;

function isChanged({ before, after }: RekeyChange): boolean {
  return before !== after && CHANGING.some((name) => before[name] !== after[name]);
}

function countsOf(changes: readonly RekeyChange[]): RekeyCounts {
  const merged = changes.filter(({ before, after }) => isAliasByClaim(after) && !isAliasByClaim(before));
  const saved = merged.filter(({ before: { state }, after }) => isEquivalent(after) && state !== 'skipped');
  const split = changes.filter(({ before, after }) => isAliasByClaim(before) && !isAliasByClaim(after));
  return { merged: merged.length, saved: saved.length, split: split.length };
}

function isAliasByClaim({ aliasBy }: PlannedEntry): boolean {
  return aliasBy === 'equivalence';
}
