import { Arena } from './arena.ts';
import { IntColumn } from './column.ts';

/** Slots looked at for one string. Only strings made to collide need more; they go to a map. */
const MAX_PROBES = 64;
/** Of the slots, the part that may be taken. */
const MAX_LOAD = 0.7;
/** Odd, with bits set all over. */
const MULTIPLIER = 0x5bd1e995;

/**
 * Distinct strings of bytes, numbered from 0 as they come: some 25 bytes of memory each and their own length. Two
 * strings are one only if all their bytes are; hashes just say where to look. (A `Set` of strings takes three times
 * the memory, and needs a string made of each line before it can be asked.)
 */
export class TextTable {
  readonly #texts = new Arena();
  readonly #addresses = new IntColumn();
  /** Open addressing with linear probing: of each slot the number + 1, or 0 where it is free, and beside it the hash. */
  #slots = new Int32Array(1 << 13);
  readonly #crowded = new Map<string, { readonly number: number; readonly hash: number }>();
  /** Not to be known from outside, so that nobody can make strings that collide. */
  readonly #seed = (Math.random() * 2 ** 32) | 0;

  get size(): number {
    return this.#addresses.length;
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#texts.bytes + this.#addresses.bytes + this.#slots.byteLength;
  }

  /** What `find` and `add` are to be told of a string. */
  hash(view: DataView, start: number, end: number): number {
    let hash = this.#seed ^ (end - start);
    let other = ~this.#seed;
    let at = start;
    // Two at a time, for neither has to wait for the other.
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

  /** The number of the string; -1 where it was never added. */
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

  /** Adds a string that is not there yet; its number. */
  add(hash: number, view: DataView, start: number, end: number): number {
    const number = this.size;
    if (number * 2 >= this.#slots.length * MAX_LOAD) this.#grow();
    this.#addresses.push(this.#texts.add(view, start, end) | 0);
    this.#place(number, hash);
    return number;
  }

  /** The string, one byte a character (Latin-1). */
  text(number: number): string {
    return this.#texts.text(this.#addressOf(number));
  }

  /** Hands out where the string lies. */
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
    // What was crowded out is looked for in the slots first, where there may be room for it now.
    for (const { number, hash } of crowded) this.#place(number, hash);
  }
}

function latin1(view: DataView, start: number, end: number): string {
  return Buffer.from(view.buffer, view.byteOffset + start, end - start).toString('latin1');
}
