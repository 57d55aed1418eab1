import type { Key } from '../../src/canon/key.ts';
import type { EntryId, RekeyRequest } from '../store.ts';
import type { PlannedEntry } from './view.ts';

/** Which entries a plan decides together: those with a key in common, and those that are aliases of each other. */
export class Components {
  readonly #request: Pick<RekeyRequest, 'find' | 'ownKey'>;
  readonly #withKey = new Map<Key, EntryId[]>();
  readonly #keysOf = new Map<EntryId, Key[]>();
  readonly #linked = new Map<EntryId, EntryId[]>();

  constructor(request: Pick<RekeyRequest, 'find' | 'ownKey'>) {
    this.#request = request;
  }

  /** Adds an entry, or what is new of it. */
  add(entry: PlannedEntry): void {
    const { find, ownKey } = this.#request;
    const keys = new Set([entry.key, ownKey(entry.url), find(entry.url, entry).key]);
    push(this.#keysOf, entry.id, ...keys);
    for (const key of keys) push(this.#withKey, key, entry.id);
    if (entry.aliasOf !== null) this.link(entry.id, entry.aliasOf);
  }

  /** Adds an alias and its target. */
  link(alias: EntryId, target: EntryId): void {
    push(this.#linked, alias, target);
    push(this.#linked, target, alias);
  }

  /** The entries that are decided together with some of these. */
  around(ids: Iterable<EntryId>): ReadonlySet<EntryId> {
    const seen = new Set(ids);
    // A set also yields what is added meanwhile.
    for (const id of seen) {
      for (const key of this.#keysOf.get(id) ?? []) for (const other of this.#withKey.get(key) ?? []) seen.add(other);
      for (const other of this.#linked.get(id) ?? []) seen.add(other);
    }
    return seen;
  }
}

function push<Name, T>(map: Map<Name, T[]>, name: Name, ...values: readonly T[]): void {
  const known = map.get(name);
  if (known === undefined) map.set(name, [...values]);
  else known.push(...values);
}
