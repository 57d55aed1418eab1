import { Arena } from './arena.ts';
import { IntColumn } from './column.ts';

/** Slots looked at for one string. Only strings made to collide need more; they go to a map. */
const MAX_PROBES = 64;
/** Of the slots, the part that may be taken. */
const MAX_LOAD = 0.6;
/** Odd, with bits set all over. */
const MULTIPLIER = 0x5bd1e995;

/**
 * Distinct strings of bytes, numbered from 0 as they come: about 30 bytes of memory each and their own length. Two
 * strings are one only if all their bytes are; hashes just say where to look. (A `Set` of strings takes three times
 * the memory, and needs a string made of each line before it can be asked.)
 */
export class TextTable {
  readonly #texts = new Arena();
  readonly #addresses = new IntColumn();
  readonly #hashes = new IntColumn();
  /** Open addressing with linear probing: number + 1, or 0 where free. */
  #slots = new Int32Array(1 << 12);
  readonly #crowded = new Map<string, number>();
  readonly #seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;

  get size(): number {
    return this.#addresses.length;
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#texts.bytes + this.#addresses.bytes + this.#hashes.bytes + this.#slots.byteLength;
  }

  /** What `find` and `add` are to be told of a string. */
  hash(view: DataView, start: number, end: number): number {
    let hash = this.#seed ^ (end - start);
    let at = start;
    for (; at + 4 <= end; at += 4) {
      hash = Math.imul(hash ^ view.getInt32(at), MULTIPLIER);
      hash ^= hash >>> 15;
    }
    for (; at < end; at++) {
      hash = Math.imul(hash ^ view.getUint8(at), MULTIPLIER);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  /** The number of the string; -1 where it was never added. */
  find(hash: number, view: DataView, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const number = (this.#slots[(hash + probe) & mask] ?? 0) - 1;
      if (number < 0) return -1;
      if (this.#hashes.get(number) === hash && this.#texts.holds(this.#addressOf(number), view, start, end)) {
        return number;
      }
    }
    return this.#crowded.size === 0 ? -1 : (this.#crowded.get(latin1(view, start, end)) ?? -1);
  }

  /** Adds a string that is not there yet; its number. */
  add(hash: number, view: DataView, start: number, end: number): number {
    const number = this.size;
    if (number >= this.#slots.length * MAX_LOAD) this.#grow();
    this.#addresses.push(this.#texts.add(view, start, end) | 0);
    this.#hashes.push(hash);
    this.#place(number);
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

  #place(number: number): void {
    const hash = this.#hashes.get(number);
    const mask = this.#slots.length - 1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const slot = (hash + probe) & mask;
      if (this.#slots[slot] !== 0) continue;
      this.#slots[slot] = number + 1;
      return;
    }
    this.#crowded.set(this.text(number), number);
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    this.#crowded.clear();
    for (let number = 0; number < this.size; number++) this.#place(number);
  }
}

function latin1(view: DataView, start: number, end: number): string {
  return Buffer.from(view.buffer, view.byteOffset + start, end - start).toString('latin1');
}
