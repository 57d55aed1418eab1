import type { Key } from '../../src/canon/key.ts';
import type { EntryId } from '../store.ts';
import type { Member } from './view.ts';

/** An entry with its keys. */
type Keyed = Pick<Member, 'before' | 'own' | 'found'>;

/** Which entries a plan decides together: those with a key in common, and those that are aliases of each other. */
export class Components {
  /** The entries by number; several if an entry changed. */
  readonly #entries = new Map<EntryId, OneOrMore<Keyed>>();
  readonly #withKey = new Map<Key, OneOrMore<EntryId>>();
  readonly #linked = new Map<EntryId, OneOrMore<EntryId>>();

  /** Adds an entry, or what is new of it. */
  add(entry: Keyed): void {
    const { id, aliasOf } = entry.before;
    push(this.#entries, id, entry);
    for (const key of keysOf(entry)) push(this.#withKey, key, id);
    if (aliasOf !== null) this.link(id, aliasOf);
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
      for (const entry of all(this.#entries.get(id))) {
        for (const key of keysOf(entry)) for (const other of all(this.#withKey.get(key))) seen.add(other);
      }
      for (const other of all(this.#linked.get(id))) seen.add(other);
    }
    return seen;
  }
}

/** The keys of an entry, each once: its present key, its key without claims, and its key under the claims. */
function keysOf({ before: { key }, own, found }: Keyed): readonly Key[] {
  const keys = [key];
  if (own !== key) keys.push(own);
  if (found.key !== key && found.key !== own) keys.push(found.key);
  return keys;
}

/** Most names have one value, which needs no array. A value may not be an array itself. */
type OneOrMore<T> = T | T[];

function push<Name, T extends object | number>(map: Map<Name, OneOrMore<T>>, name: Name, value: T): void {
  const known = map.get(name);
  if (Array.isArray(known)) known.push(value);
  else map.set(name, known === undefined ? value : [known, value]);
}

function all<T extends object | number>(values: OneOrMore<T> | undefined): readonly T[] {
  if (values === undefined) return [];
  return Array.isArray(values) ? values : [values];
}
