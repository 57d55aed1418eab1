import type { Key } from '../../src/canon/key.ts';
import { refuseInvalidKey } from '../errors.ts';
import type { StoredSpelling } from '../plan/other-spelling.ts';
import type { StoredListing } from '../plan/stored-entry.ts';
import { type EntryId, isEquivalent, type RekeyRequest } from '../store.ts';
import { type AnyPlanView, type Asking, ask, forEachGivingWay } from './asking.ts';
import { mergeGroups } from './groups.ts';
import { takeMisplaced } from './misplaced.ts';
import type { ClaimedKey, Member, Members, Misplaced, PlannedEntry, RekeyChange, RekeyPlan } from './view.ts';

/**
 * Plans the changes that `Frontier.rekey` makes. It asks for what it needs of the store. All stores use this plan.
 *
 * @throws {StoreError} `invalid-key`
 */
export function* askForPlan(request: RekeyRequest): Asking<RekeyPlan & { readonly members: Members }> {
  const members = yield* membersOf(request);
  return { members, ...(yield* planFor(members, request)) };
}

/**
 * Plans the changes of some members: of all, or of whole `Components`.
 *
 * @param members in order of discovery
 */
export function* planFor(members: Members, request: Pick<RekeyRequest, 'find'>): Asking<RekeyPlan, AnyPlanView> {
  const targets = [...members.values()].flatMap(({ before: { aliasOf } }) => aliasOf ?? []);
  const others = targets.filter((id) => !members.has(id));
  mergeGroups(members, ownersOf(members), yield* ask((view: AnyPlanView) => view.aliases(others)));
  const misplaced = yield* takeMisplaced(members, request);
  const changes = [...members.values()].filter(isChanged);
  return { changes, ...misplaced, counts: countsOf(changes) };
}

/** An entry as a member of a plan, before any decision. */
export function memberOf(entry: PlannedEntry, { find, ownKey }: Pick<RekeyRequest, 'find' | 'ownKey'>): Member {
  const { key, site, pass, skip } = find(entry.url, entry);
  return asMember(entry, ownKey(entry.url), { key, site, pass, skip });
}

/** The same, if what the claims make of the entry is known. */
export function asMember(entry: PlannedEntry, own: Key, found: ClaimedKey): Member {
  return { before: entry, after: entry, own, uniqueKey: own, found };
}

/** The most keys in one question. */
const KEYS_PER_QUESTION = 10_000;

/** The entries of the sites, and all other entries that have a key which one of these will get. */
function* membersOf(request: RekeyRequest): Asking<Members> {
  const members = new Map<EntryId, Member>();
  /** The keys whose entries are known, or asked for. */
  const keys = new Set<Key>();
  const { sites, only } = request;
  let entries = yield* ask((view) => (only === undefined ? view.entriesOf(sites) : view.entriesWith(only)));
  let isOrdered = true;
  while (entries.length > 0) {
    for (const { key } of entries) keys.add(key);
    const unread: Key[] = [];
    const want = (key: Key): void => {
      if (keys.has(key)) return;
      keys.add(key);
      unread.push(key);
    };
    yield* forEachGivingWay(entries, (entry) => {
      const member = memberOf(entry, request);
      members.set(entry.id, member);
      if (member.own !== entry.key) want(member.own);
      if (member.found.key !== entry.key) want(member.found.key);
    });
    for (const key of unread) refuseInvalidKey(key);
    const others: PlannedEntry[] = [];
    for (let at = 0; at < unread.length; at += KEYS_PER_QUESTION) {
      const part = unread.slice(at, at + KEYS_PER_QUESTION);
      for (const entry of yield* ask((view) => view.entriesWith(part))) others.push(entry);
    }
    entries = others;
    isOrdered &&= entries.length === 0;
  }
  return isOrdered ? members : new Map([...members].sort(([a], [b]) => a - b));
}

/**
 * Members by their own keys. A caller that does not name the epoch of its keys may have added a URL with an old key, which
 * makes a second entry for the same own key. That entry gets a key that no URL can have: a scheme cannot start with a
 * digit.
 */
function ownersOf(members: Members): ReadonlyMap<Key, Member> {
  const owners = new Map<Key, Member>();
  for (const [id, member] of members) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ASCII, because it consists of a number and a key
    if (owners.has(member.own)) member.uniqueKey = `${id} ${member.own}` as Key;
    owners.set(member.uniqueKey, member);
  }
  return owners;
}

/**
 * The key of an entry and the fields that follow from it. A store that leaves out a first URL which equals the key writes the
 * URL too when these change.
 */
export const KEY_FIELDS = ['key', 'pass', 'site'] as const;
/** The other fields that a rekey changes. */
export const STATE_FIELDS = ['state', 'reason', 'finalUrl', 'firstFailure', 'aliasOf', 'aliasBy'] as const;

function isChanged(change: RekeyChange): boolean {
  return differs(change, KEY_FIELDS) || differs(change, STATE_FIELDS);
}

/** Whether one of the fields changes. */
export function differs({ before, after }: RekeyChange, fields: readonly (keyof PlannedEntry)[]): boolean {
  return before !== after && fields.some((name) => before[name] !== after[name]);
}

/** Whether the key changes. */
export function hasNewKey({ before, after }: RekeyChange): boolean {
  return before.key !== after.key;
}

/** A spelling or listing that belongs to another entry now, with the URL to add. */
export type Move = readonly [one: StoredSpelling | StoredListing, to: Misplaced['found'][number]];

/** What moves by a plan. */
export function movesOf({ spellings, listings, found }: Misplaced): readonly Move[] {
  return [...spellings, ...listings].flatMap((one, at) => {
    const to = found[at];
    return to === undefined ? [] : [[one, to] as const];
  });
}

/** Sorts the moves of several plans as one plan has them: spellings, then listings, each by the entry that they leave. */
export function sortMoves(moves: Move[]): void {
  moves.sort(([a], [b]) => Number('sitemap' in a) - Number('sitemap' in b) || a.entry - b.entry);
}

/** Counts what changes merge and split. */
export function countsOf(changes: readonly RekeyChange[]): RekeyPlan['counts'] {
  const merged = changes.filter(({ before, after }) => isAliasByClaim(after) && !isAliasByClaim(before));
  const saved = merged.filter(({ before: { state }, after }) => isEquivalent(after) && state !== 'skipped');
  const split = changes.filter(({ before, after }) => isAliasByClaim(before) && !isAliasByClaim(after));
  return { merged: merged.length, saved: saved.length, split: split.length };
}

function isAliasByClaim({ aliasBy }: PlannedEntry): boolean {
  return aliasBy === 'equivalence';
}
