import type { Key } from '../../src/canon/key.ts';
import { Bits } from '../../src/compact/bits.ts';
import { IntColumn } from '../../src/compact/column.ts';
import { textHash } from '../../src/compact/text-hash.ts';
import { Unions } from '../../src/compact/unions.ts';
import type { EntryId } from '../store.ts';
import type { Member } from './view.ts';

/** An entry with its keys. */
interface Keyed extends Pick<Member, 'before' | 'own'> {
  readonly found: Pick<Member['found'], 'key'>;
}

/**
 * Which entries a plan decides together: those with a key in common, and those that are aliases of each other. It keeps
 * hashes of keys. Different keys with the same hash make a component larger than necessary, and nothing else.
 */
export class Components {
  readonly #salt = Math.floor(Math.random() * 2 ** 32);
  /** The number of the entry at each index. */
  readonly #ids: EntryId[] = [];
  readonly #indexes = new Map<EntryId, number>();
  /** The index of an entry that has a key, by the hash of the key. */
  readonly #withKey = new Map<number, number>();
  /** The indexes that belong together. */
  readonly #unions = new Unions(0);
  /** For each index, the next one of its component. The last one leads back to the first. */
  readonly #next = new IntColumn();

  /** Adds an entry, or what is new of it. */
  add(entry: Keyed): void {
    const { id, aliasOf } = entry.before;
    const index = this.#indexOf(id);
    for (const key of keysOf(entry)) {
      const hash = textHash(key, this.#salt);
      const other = this.#withKey.get(hash);
      if (other === undefined) this.#withKey.set(hash, index);
      else this.#unite(index, other);
    }
    if (aliasOf !== null) this.link(id, aliasOf);
  }

  /** Adds an alias and its target. */
  link(alias: EntryId, target: EntryId): void {
    this.#unite(this.#indexOf(alias), this.#indexOf(target));
  }

  /** The entries that are decided together with some of these. */
  around(ids: Iterable<EntryId>): ReadonlySet<EntryId> {
    const around = new Set<EntryId>();
    for (const id of ids)
      if (!around.has(id)) for (const index of this.#ring(this.#indexOf(id))) around.add(this.#ids[index] ?? id);
    return around;
  }

  /** All entries, in parts of whole components that have about `size` entries each, unless a component is larger. */
  *parts(size: number): Generator<readonly EntryId[], void, void> {
    const seen = new Bits();
    let part: EntryId[] = [];
    for (const start of this.#ids.keys()) {
      if (seen.has(start)) continue;
      for (const index of this.#ring(start)) {
        seen.set(index, true);
        part.push(this.#ids[index] ?? 0);
      }
      if (part.length < size) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  }

  #indexOf(id: EntryId): number {
    const known = this.#indexes.get(id);
    if (known !== undefined) return known;
    const index = this.#ids.push(id) - 1;
    this.#indexes.set(id, index);
    this.#unions.add();
    this.#next.push(index);
    return index;
  }

  *#ring(start: number): Generator<number, void, void> {
    let index = start;
    do {
      yield index;
      index = this.#next.get(index);
    } while (index !== start);
  }

  #unite(one: number, other: number): void {
    if (!this.#unions.join(one, other)) return;
    // Two rings become one when two of their indexes exchange what follows them.
    const next = this.#next.get(one);
    this.#next.set(one, this.#next.get(other));
    this.#next.set(other, next);
  }
}

/** The keys of an entry, each once: its present key, its key without claims, and its key under the claims. */
function keysOf({ before: { key }, own, found }: Keyed): readonly Key[] {
  const keys = [key];
  if (own !== key) keys.push(own);
  if (found.key !== key && found.key !== own) keys.push(found.key);
  return keys;
}
