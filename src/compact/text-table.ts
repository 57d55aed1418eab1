import { Arena, latin1 } from './arena.ts';

/** Slots to check for one string. Only strings made to collide need more; those go to a map. */
const MAX_PROBES = 64;
/** Slots beyond which most are not in the processor's fast cache. */
const FAR = 1 << 16;
/** The largest share of slots in use. */
const MAX_LOAD = 0.7;

/**
 * Distinct byte strings with a value each: about 20 bytes of memory, plus their length. Full comparison decides
 * equality; hashes only find candidates. (A `Set` of strings takes three times the memory, and needs a string for each
 * lookup.)
 */
export class TextTable {
  readonly #texts = new Arena();
  /**
   * Open addressing with linear probing. The tag of a slot is a byte of the hash; 0 if the slot is free. A lookup seldom
   * touches more than the tags, which fit into the processor's cache even for some millions of strings.
   */
  #tags = new Uint8Array(1 << 12);
  #addresses = new Uint32Array(1 << 12);
  readonly #crowded = new Map<string, number>();
  #size = 0;
  /** Keeps the engine from dropping the reads of `ahead`. */
  #touched = 0;

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#texts.bytes + this.#tags.byteLength + this.#addresses.byteLength;
  }

  /**
   * Brings the slots for some hashes into the processor's cache. It loads many at a time, but would wait for each of
   * them in `find`.
   */
  ahead(hashes: Int32Array, count: number): void {
    const tags = this.#tags;
    const addresses = this.#addresses;
    const mask = tags.length - 1;
    if (mask < FAR) return;
    let sum = this.#touched;
    for (let index = 0; index < count; index++) {
      const slot = (hashes[index] ?? 0) & mask;
      sum ^= (tags[slot] ?? 0) ^ (addresses[slot] ?? 0);
    }
    this.#touched = sum;
  }

  /**
   * The address of the string; -1 if it is not in the table.
   *
   * @param hash of `hashBytes`
   */
  find(hash: number, view: DataView, start: number, end: number): number {
    const tags = this.#tags;
    const mask = tags.length - 1;
    const tag = tagOf(hash);
    for (let probe = 0, slot = hash & mask; probe < MAX_PROBES; probe++, slot = (slot + 1) & mask) {
      const found = tags[slot];
      if (found === 0) return -1;
      if (found !== tag) continue;
      const address = this.#addresses[slot] ?? 0;
      if (this.#texts.holds(address, hash, view, start, end)) return address;
    }
    return this.#crowded.size === 0 ? -1 : (this.#crowded.get(latin1(view, start, end)) ?? -1);
  }

  /** Adds a string that is not in the table yet, and returns its address, an integer below 2^32. */
  add(hash: number, view: DataView, start: number, end: number, value: number): number {
    if (this.#size >= this.#tags.length * MAX_LOAD) this.#grow();
    const address = this.#texts.add(hash, value, view, start, end);
    this.#size++;
    this.#place(hash, address);
    return address;
  }

  /** The value of the string at the address. */
  value(address: number): number {
    return this.#texts.value(address);
  }

  setValue(address: number, value: number): void {
    this.#texts.setValue(address, value);
  }

  /** The string at the address, one byte per character (Latin-1). */
  text(address: number): string {
    return this.#texts.text(address);
  }

  /** Calls `take` with the position of the string's bytes. */
  look<T>(address: number, take: (view: DataView, start: number, end: number) => T): T {
    return this.#texts.look(address, take);
  }

  #place(hash: number, address: number): void {
    const tags = this.#tags;
    const mask = tags.length - 1;
    for (let probe = 0, slot = hash & mask; probe < MAX_PROBES; probe++, slot = (slot + 1) & mask) {
      if (tags[slot] !== 0) continue;
      tags[slot] = tagOf(hash);
      this.#addresses[slot] = address;
      return;
    }
    this.#crowded.set(this.text(address), address);
  }

  #grow(): void {
    const length = this.#tags.length * 2;
    this.#tags = new Uint8Array(length);
    this.#addresses = new Uint32Array(length);
    this.#crowded.clear();
    this.#texts.eachHash((hash, address) => this.#place(hash, address));
  }
}

/** A byte of the hash that does not choose the slot; never 0. */
function tagOf(hash: number): number {
  return hash >>> 24 || 1;
}
