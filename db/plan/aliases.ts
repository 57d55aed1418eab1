import type { Key } from '../../src/canon/key.ts';
import { type Entry, type EntryId, isToFetch, MAX_ALIAS_CHAIN } from '../store.ts';

/** An entry as a station on the way from alias to alias. */
export interface Station extends Pick<Entry, 'id' | 'state' | 'role' | 'aliasBy'> {
  readonly aliasOf: EntryId | null;
}

/** The entries that a plan may look up. */
export interface AliasView {
  byKey(key: Key): Station | undefined;
  byId(id: EntryId): Station | undefined;
}

/** Whether a key names the entry, or one that a claim has merged with it. */
export function isSelf(entry: { readonly id: EntryId; readonly key: Key }, key: Key, view: AliasView): boolean {
  if (key === entry.key) return true;
  const named = view.byKey(key);
  return named?.id === entry.id || (named?.aliasBy === 'equivalence' && named.aliasOf === entry.id);
}

/**
 * The entry of `key` as an alias target for the entry `id`.
 *
 * @param without an entry whose alias no longer counts
 * @returns null if the aliases lead back to `id`, or if the chain is too long
 */
export function aliasTarget(id: EntryId, key: Key, view: AliasView, without: Station | null = null): EntryId | null {
  const target = view.byKey(key);
  return target === undefined || leadsTo(id, target, view, without) ? null : target.id;
}

/** Whether the aliases that begin with the entry `aliasOf` lead back to the entry `id`, or are too many. */
export function isCircle(id: EntryId, aliasOf: EntryId, view: AliasView): boolean {
  const target = view.byId(aliasOf);
  return target !== undefined && leadsTo(id, target, view, null);
}

/**
 * The declared canonical that a redirect from the entry `id` to `key` would close a circle with. A redirect outranks a
 * declaration, so the declaration is dropped.
 *
 * @returns null if there is no such circle
 */
export function declarationInCircle(id: EntryId, key: Key, view: AliasView): Station | null {
  let declared: Station | null = null;
  let station = view.byKey(key);
  for (let steps = 0; station !== undefined && steps < MAX_ALIAS_CHAIN; steps++) {
    if (station.id === id) return declared;
    if (station.aliasBy === 'canonical' && station.state === 'done') declared ??= station;
    station = nextOf(station, view, null);
  }
  return null;
}

function leadsTo(id: EntryId, from: Station, view: AliasView, without: Station | null): boolean {
  let station: Station | undefined = from;
  for (let steps = 0; station !== undefined; steps++) {
    if (station.id === id || steps === MAX_ALIAS_CHAIN) return true;
    station = nextOf(station, view, without);
  }
  return false;
}

/** What a server or page declared does not count while it is asked again, because the next answer may be another one. */
function nextOf(station: Station, view: AliasView, without: Station | null): Station | undefined {
  const { id, aliasOf, aliasBy } = station;
  const isUndecided = isToFetch(station) && aliasBy !== 'equivalence';
  return aliasOf === null || isUndecided || id === without?.id ? undefined : view.byId(aliasOf);
}
