import { Arena } from './arena.ts';
import { IntColumn } from './column.ts';

/** Slots to check for one string. Only strings made to collide need more; those go to a map. */
const MAX_PROBES = 64;
/** The largest share of slots in use. */
const MAX_LOAD = 0.7;
/** Odd, with bits spread over its whole width. */
const MULTIPLIER = 0x5bd1e995;

/**
 * Distinct byte strings, numbered from 0 as they arrive: about 25 bytes of memory each, plus their length. Full
 * comparison decides equality; hashes only find candidates. (A `Set` of strings takes three times the memory, and needs
 * a string for each lookup.)
 */
export class TextTable {
  readonly #texts = new Arena();
  readonly #addresses = new IntColumn();
  /** Open addressing with linear probing. Each slot has two fields: the number + 1 (0 if free) and the hash. */
  #slots = new Int32Array(1 << 13);
  readonly #crowded = new Map<string, { readonly number: number; readonly hash: number }>();
  /** Secret, so that nobody can make strings that collide. */
  readonly #seed = (Math.random() * 2 ** 32) | 0;

  get size(): number {
    return this.#addresses.length;
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#texts.bytes + this.#addresses.bytes + this.#slots.byteLength;
  }

  /** The hash that `find` and `add` expect for a string. Differs from table to table. */
  hash(view: DataView, start: number, end: number): number {
    let hash = this.#seed ^ (end - start);
    let other = ~this.#seed;
    let at = start;
    // Two independent values, so that neither waits for the other.
    for (; at + 8 <= end; at += 8) {
      hash = Math.imul(hash ^ view.getInt32(at), MULTIPLIER);
      other = Math.imul(other ^ view.getInt32(at + 4), MULTIPLIER);
      hash ^= hash >>> 15;
      other ^= other >>> 13;
    }
    for (; at < end; at++) {
      hash = Math.imul(hash ^ view.getUint8(at), MULTIPLIER);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ other, MULTIPLIER);
    return hash ^ (hash >>> 15);
  }

  /** The number of the string; -1 if it is not in the table. */
  find(hash: number, view: DataView, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let probe = 0, slot = (hash << 1) & mask; probe < MAX_PROBES; probe++, slot = (slot + 2) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return -1;
      if (slots[slot + 1] === hash && this.#texts.holds(this.#addressOf(number), view, start, end)) return number;
    }
    return this.#crowded.size === 0 ? -1 : (this.#crowded.get(latin1(view, start, end))?.number ?? -1);
  }

  /** Adds a string that is not in the table yet, and returns its number. */
  add(hash: number, view: DataView, start: number, end: number): number {
    const number = this.size;
    if (number * 2 >= this.#slots.length * MAX_LOAD) this.#grow();
    this.#addresses.push(this.#texts.add(view, start, end) | 0);
    this.#place(number, hash);
    return number;
  }

  /** The string, one byte per character (Latin-1). */
  text(number: number): string {
    return this.#texts.text(this.#addressOf(number));
  }

  /** Calls `take` with the position of the string's bytes. */
  look<T>(number: number, take: (view: DataView, start: number, end: number) => T): T {
    return this.#texts.look(this.#addressOf(number), take);
  }

  #addressOf(number: number): number {
    return this.#addresses.get(number) >>> 0;
  }

  #place(number: number, hash: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let probe = 0, slot = (hash << 1) & mask; probe < MAX_PROBES; probe++, slot = (slot + 2) & mask) {
      if (slots[slot] !== 0) continue;
      slots[slot] = number + 1;
      slots[slot + 1] = hash;
      return;
    }
    this.#crowded.set(this.text(number), { number, hash });
  }

  #grow(): void {
    const slots = this.#slots;
    const crowded = [...this.#crowded.values()];
    this.#slots = new Int32Array(slots.length * 2);
    this.#crowded.clear();
    for (let slot = 0; slot < slots.length; slot += 2) {
      const number = (slots[slot] ?? 0) - 1;
      if (number >= 0) this.#place(number, slots[slot + 1] ?? 0);
    }
    // `find` searches the slots before the map, and the larger table may have room for these now.
    for (const { number, hash } of crowded) this.#place(number, hash);
  }
}

function latin1(view: DataView, start: number, end: number): string {
  return Buffer.from(view.buffer, view.byteOffset + start, end - start).toString('latin1');
}
