/** Bytes per block: small enough that a half-filled block wastes little, large enough that there are few. */
const BLOCK = 1 << 18;
/** Bytes per address. 2^32 addresses cover 16 GiB. */
const UNIT = 4;
const UNITS_PER_BLOCK = BLOCK / UNIT;

/** Offsets in a record: its hash, its value, the length of its string, and the string. */
const HASH = 0;
const VALUE = 4;
const LENGTH = 8;
const TEXT = 12;

/**
 * Byte strings stored one after another in large blocks, padded to a multiple of 4 bytes. Each has a hash and a value in
 * front of it, where reading them costs no access to other memory.
 */
export class Arena {
  readonly #blocks: DataView[] = [];
  /** The bytes in use of each block but the last one. */
  readonly #used: number[] = [];
  /** Free bytes at the end of the last block. */
  #left = 0;
  #bytes = 0;

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Copies bytes in and returns their address, an integer below 2^32. */
  add(hash: number, value: number, from: DataView, start: number, end: number): number {
    const length = end - start;
    const size = TEXT + Math.ceil(length / UNIT) * UNIT;
    // A string longer than a block gets its own block.
    if (size > this.#left) this.#addBlock(Math.max(size, BLOCK));
    const block = this.#at(this.#blocks.length - 1);
    const at = block.byteLength - this.#left;
    this.#left -= size;
    block.setInt32(at + HASH, hash, true);
    block.setInt32(at + VALUE, value, true);
    block.setInt32(at + LENGTH, length, true);
    copyBytes(from, start, block, at + TEXT, length);
    return ((this.#blocks.length - 1) * UNITS_PER_BLOCK + at / UNIT) >>> 0;
  }

  /** Whether the string at the address has this hash and these bytes. */
  holds(address: number, hash: number, view: DataView, start: number, end: number): boolean {
    const block = this.#blockOf(address);
    const at = offsetOf(address);
    if (block.getInt32(at + HASH, true) !== hash) return false;
    const length = end - start;
    return block.getInt32(at + LENGTH, true) === length && isSame(view, start, block, at + TEXT, length);
  }

  /** The value of the string at the address. */
  value(address: number): number {
    return this.#blockOf(address).getInt32(offsetOf(address) + VALUE, true);
  }

  setValue(address: number, value: number): void {
    this.#blockOf(address).setInt32(offsetOf(address) + VALUE, value, true);
  }

  /** The string at the address, one byte per character (Latin-1). */
  text(address: number): string {
    return this.look(address, latin1);
  }

  /** Calls `take` with the position of the string at the address. */
  look<T>(address: number, take: (view: DataView, start: number, end: number) => T): T {
    const block = this.#blockOf(address);
    const at = offsetOf(address);
    return take(block, at + TEXT, at + TEXT + block.getInt32(at + LENGTH, true));
  }

  /** Calls `take` with the hash and the address of each string in the order of their addresses. */
  eachHash(take: (hash: number, address: number) => void): void {
    for (const [index, block] of this.#blocks.entries()) {
      const end = this.#used[index] ?? block.byteLength - this.#left;
      for (let at = 0; at < end; ) {
        take(block.getInt32(at + HASH, true), (index * UNITS_PER_BLOCK + at / UNIT) >>> 0);
        at += TEXT + Math.ceil(block.getInt32(at + LENGTH, true) / UNIT) * UNIT;
      }
    }
  }

  #addBlock(size: number): void {
    const last = this.#blocks.at(-1);
    if (last !== undefined) this.#used.push(last.byteLength - this.#left);
    this.#blocks.push(new DataView(new ArrayBuffer(size)));
    this.#bytes += size;
    this.#left = size;
  }

  #blockOf(address: number): DataView {
    return this.#at(Math.floor(address / UNITS_PER_BLOCK));
  }

  #at(index: number): DataView {
    const block = this.#blocks[index];
    if (block === undefined) throw new RangeError('unknown address');
    return block;
  }
}

function offsetOf(address: number): number {
  return (address % UNITS_PER_BLOCK) * UNIT;
}

/**
 * Copies four bytes at a time: twice as fast as single bytes, and for URLs faster than calling the engine's own copy.
 */
export function copyBytes(from: DataView, start: number, to: DataView, at: number, length: number): void {
  let done = 0;
  for (; done + 4 <= length; done += 4) to.setInt32(at + done, from.getInt32(start + done, true), true);
  for (; done < length; done++) to.setUint8(at + done, from.getUint8(start + done));
}

function isSame(a: DataView, startOfA: number, b: DataView, startOfB: number, length: number): boolean {
  let at = 0;
  for (; at + 8 <= length; at += 8) {
    const one = a.getInt32(startOfA + at, true) ^ b.getInt32(startOfB + at, true);
    const two = a.getInt32(startOfA + at + 4, true) ^ b.getInt32(startOfB + at + 4, true);
    if ((one | two) !== 0) return false;
  }
  for (; at < length; at++) if (a.getUint8(startOfA + at) !== b.getUint8(startOfB + at)) return false;
  return true;
}

/** The bytes of a view, one per character (Latin-1). */
export function latin1(view: DataView, start: number, end: number): string {
  return Buffer.from(view.buffer, view.byteOffset + start, end - start).toString('latin1');
}
