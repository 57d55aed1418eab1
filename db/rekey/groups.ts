import type { Key } from '../../src/canon/key.ts';
import { EQUIVALENT, UNFOLLOWED } from '../reasons.ts';
import { type EntryId, isEquivalent, isToFetch, MAX_ALIAS_CHAIN } from '../store.ts';
import type { Member, Members, PlannedEntry } from './view.ts';

/** The entry that an entry is an alias of, as far as it is decided. */
type AliasOf = (id: EntryId) => EntryId | null;

/**
 * Merges the members that have the same key by the claims, and splits all others.
 *
 * @param owners members by their keys without claims
 * @param others what entries that are not members are aliases of
 */
export function mergeGroups(
  members: Members,
  owners: ReadonlyMap<Key, Member>,
  others: ReadonlyMap<EntryId, EntryId>,
): void {
  for (const member of members.values()) member.after = asItself(member);
  const aliasOf: AliasOf = (id) => {
    const member = members.get(id);
    return member === undefined ? (others.get(id) ?? null) : member.after.aliasOf;
  };
  for (const [key, group] of Map.groupBy(members.values(), ({ found }) => found.key)) {
    const representative = representativeOf(group, key, aliasOf);
    // If the aliases of a group form a circle, no member represents it, but one still gets the key.
    const named = owners.get(key) ?? representative ?? group[0];
    for (const member of group) {
      const isAlias = representative !== null && member !== representative;
      if (isAlias) member.after = asAlias(member.before, representative.before.id);
      member.after = named === member ? withGroupKey(member) : withOwnKey(member);
    }
  }
}

/** The best representative; null if the aliases of all members lead back into the group. */
function representativeOf(group: readonly Member[], key: Key, aliasOf: AliasOf): Member | null {
  const [first] = group;
  if (first === undefined || group.length === 1) return first ?? null;
  const ids = new Set(group.map(({ before }) => before.id));
  const [best] = group
    .filter(({ before }) => !leadsBack(before.id, ids, aliasOf))
    .sort((a, b) => rank(a, ids) - rank(b, ids) || claimTo(a, key) - claimTo(b, key));
  return best ?? null;
}

/** Whether the aliases of an entry lead to an entry of its group, or do not end. */
function leadsBack(id: EntryId, group: ReadonlySet<EntryId>, aliasOf: AliasOf): boolean {
  let link = aliasOf(id);
  for (let steps = 0; link !== null; steps++) {
    if (group.has(link) || steps === MAX_ALIAS_CHAIN) return true;
    link = aliasOf(link);
  }
  return false;
}

/** The rank as a representative; the lowest is best. */
function rank({ before, found }: Member, group: ReadonlySet<EntryId>): number {
  const { state, aliasOf, hasPage } = before;
  if (isDeclared(before)) return 1;
  if (state === 'done' || (isToFetch(before) && hasPage === 1)) return 0;
  // An entry skipped as an alias of another member ranks behind that member.
  const isFree = isEquivalent(before) && found.skip === null && (aliasOf === null || !group.has(aliasOf));
  return isToFetch(before) || isFree ? 2 : 3;
}

/**
 * Orders members of equal rank. A member whose own key is the group's comes first, because it gets that key in any
 * case. This keeps the choice the same next time.
 */
function claimTo({ before, uniqueKey }: Member, key: Key): number {
  return uniqueKey === key ? 0 : before.key === key ? 1 : 2;
}

function asItself({ before, found: { skip } }: Member): PlannedEntry {
  const state = skip === null ? 'queued' : 'skipped';
  const wanted = isEquivalent(before) ? ({ ...before, state, reason: skip } as const) : before;
  return before.aliasBy === 'equivalence' ? { ...wanted, aliasOf: null, aliasBy: null } : wanted;
}

function asAlias(entry: PlannedEntry, representative: EntryId): PlannedEntry {
  const isFetched = entry.state === 'done' || entry.state === 'failed' || isAskedAgain(entry);
  // A leased entry may be in flight. Without its answer, it would be fetched again to check the claim.
  const isKept = isFetched || entry.state === 'leased' || (entry.state === 'skipped' && UNFOLLOWED.has(entry.reason));
  const left = isKept ? entry : ({ ...entry, state: 'skipped', reason: EQUIVALENT } as const);
  return isDeclared(entry) ? left : { ...left, aliasOf: representative, aliasBy: 'equivalence' };
}

/** Whether it was fetched and will be fetched again. */
function isAskedAgain(entry: PlannedEntry): boolean {
  return entry.state === 'queued' && (entry.hasPage === 1 || isDeclared(entry));
}

/** Whether its server or its page declares it an alias. */
function isDeclared({ aliasBy }: PlannedEntry): boolean {
  return aliasBy === 'redirect' || aliasBy === 'canonical';
}

function withGroupKey({ after, found: { key, site, pass } }: Member): PlannedEntry {
  const isSame = after.key === key && after.site === site && after.pass === pass;
  return isSame ? after : { ...after, key, site, pass };
}

function withOwnKey({ after, uniqueKey, found: { site } }: Member): PlannedEntry {
  return after.key === uniqueKey && after.site === site ? after : { ...after, key: uniqueKey, site };
}
