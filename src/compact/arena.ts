/** Bytes per block: small enough that a half-filled block wastes little, large enough that there are few. */
const BLOCK = 1 << 18;
/** Bytes per address. 2^32 addresses cover 16 GiB. */
const UNIT = 4;
const UNITS_PER_BLOCK = BLOCK / UNIT;

/**
 * Byte strings stored one after another in large blocks, each after its 4-byte length, padded to a multiple of 4 bytes.
 */
export class Arena {
  readonly #blocks: DataView[] = [];
  /** Free bytes at the end of the last block. */
  #left = 0;
  #bytes = 0;

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Copies bytes in and returns their address, an integer below 2^32. */
  add(from: DataView, start: number, end: number): number {
    const length = end - start;
    const size = UNIT + Math.ceil(length / UNIT) * UNIT;
    // A string longer than a block gets its own block.
    if (size > this.#left) this.#addBlock(Math.max(size, BLOCK));
    const block = this.#at(this.#blocks.length - 1);
    const at = block.byteLength - this.#left;
    this.#left -= size;
    block.setInt32(at, length);
    copy(from, start, block, at + UNIT, length);
    return ((this.#blocks.length - 1) * UNITS_PER_BLOCK + at / UNIT) >>> 0;
  }

  /** Whether the string at the address equals these bytes. */
  holds(address: number, view: DataView, start: number, end: number): boolean {
    const block = this.#blockOf(address);
    const at = offsetOf(address);
    const length = end - start;
    return block.getInt32(at) === length && isSame(view, start, block, at + UNIT, length);
  }

  /** The string at the address, one byte per character (Latin-1). */
  text(address: number): string {
    const block = this.#blockOf(address);
    const at = offsetOf(address);
    return Buffer.from(block.buffer, at + UNIT, block.getInt32(at)).toString('latin1');
  }

  /** Calls `take` with the position of the string at the address. */
  look<T>(address: number, take: (view: DataView, start: number, end: number) => T): T {
    const block = this.#blockOf(address);
    const start = offsetOf(address) + UNIT;
    return take(block, start, start + block.getInt32(start - UNIT));
  }

  #addBlock(size: number): void {
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
function copy(from: DataView, start: number, to: DataView, at: number, length: number): void {
  let done = 0;
  for (; done + 4 <= length; done += 4) to.setInt32(at + done, from.getInt32(start + done));
  for (; done < length; done++) to.setUint8(at + done, from.getUint8(start + done));
}

function isSame(a: DataView, startOfA: number, b: DataView, startOfB: number, length: number): boolean {
  let at = 0;
  for (; at + 4 <= length; at += 4) if (a.getInt32(startOfA + at) !== b.getInt32(startOfB + at)) return false;
  for (; at < length; at++) if (a.getUint8(startOfA + at) !== b.getUint8(startOfB + at)) return false;
  return true;
}
