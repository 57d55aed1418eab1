import type { Key } from '../../src/canon/key.ts';
import { refuseInvalidKey } from '../errors.ts';
import { type EntryId, isEquivalent, type RekeyRequest } from '../store.ts';
import { type Asking, answerAtOnce, ask, forEachGivingWay } from './asking.ts';
import { mergeGroups } from './groups.ts';
import { takeMisplaced } from './misplaced.ts';
import type { Member, Members, PlannedEntry, RekeyChange, RekeyPlan, RekeyView } from './view.ts';

/**
 * Plans the changes that `Frontier.rekey` makes, for a store that answers at once. All stores use this plan.
 *
 * @throws {StoreError} `invalid-key`
 */
export function planRekey(view: RekeyView, request: RekeyRequest): RekeyPlan {
  return answerAtOnce(askForPlan(request), view);
}

/** Plans the changes that `Frontier.rekey` makes. It asks for what it needs of the store. */
export function* askForPlan(request: RekeyRequest): Asking<RekeyPlan & { readonly members: Members }> {
  const members = yield* membersOf(request);
  const targets = [...members.values()].flatMap(({ before: { aliasOf } }) => aliasOf ?? []);
  const others = targets.filter((id) => !members.has(id));
  mergeGroups(members, ownersOf(members), yield* ask((view) => view.aliases(others)));
  const misplaced = yield* takeMisplaced(members, request);
  const changes = [...members.values()].filter(isChanged);
  return { members, changes, ...misplaced, counts: countsOf(changes) };
}

/** An entry as a member of a plan, before any decision. */
export function memberOf(entry: PlannedEntry, { find, ownKey }: Pick<RekeyRequest, 'find' | 'ownKey'>): Member {
  const own = ownKey(entry.url);
  return { before: entry, after: entry, own, uniqueKey: own, found: find(entry.url, entry) };
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

const CHANGING = ['key', 'pass', 'site', 'state', 'reason', 'finalUrl', 'firstFailure', 'aliasOf', 'aliasBy'] as const;

function isChanged({ before, after }: RekeyChange): boolean {
  return before !== after && CHANGING.some((name) => before[name] !== after[name]);
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
