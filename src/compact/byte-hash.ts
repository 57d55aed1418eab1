/** Odd, with bits spread over its whole width. */
const MULTIPLIER = 0x5bd1e995;
/** Secret, so that nobody can make strings that collide. */
const SEED = (Math.random() * 2 ** 32) | 0;

/**
 * Hashes a byte string in two steps, so that a reader can look for the end of the string in between: `start` runs over
 * the words before the first control character, `finish` over the rest. The parts do not affect the hash.
 */
export class ByteHash {
  /** The first byte that is not part of the hash yet. */
  at = 0;
  #hash = 0;
  #other = 0;
  #bits = 0;

  /** Whether all bytes of the hash are ASCII. */
  get isAscii(): boolean {
    return (this.#bits & 0x80808080) === 0;
  }

  /** Hashes eight bytes at a time, up to the first eight with a control character below U+000E, such as LF or CR. */
  start(view: DataView, start: number, end: number): void {
    let hash = SEED;
    let other = ~SEED;
    let bits = 0;
    let at = start;
    // Two independent values, so that neither waits for the other.
    for (; at + 8 <= end; at += 8) {
      const one = view.getInt32(at, true);
      const two = view.getInt32(at + 4, true);
      // The subtraction borrows from the highest bit of a byte that is less than 0x0e.
      if ((((one - 0x0e0e0e0e) & ~one) | ((two - 0x0e0e0e0e) & ~two)) & 0x80808080) break;
      hash = Math.imul(hash ^ one, MULTIPLIER);
      other = Math.imul(other ^ two, MULTIPLIER);
      hash ^= hash >>> 15;
      other ^= other >>> 13;
      bits |= one | two;
    }
    this.at = at;
    this.#hash = hash;
    this.#other = other;
    this.#bits = bits;
  }

  /** Hashes the rest, and returns the hash. */
  finish(view: DataView, end: number): number {
    let hash = this.#hash;
    let at = this.at;
    for (; at + 4 <= end; at += 4) {
      const word = view.getInt32(at, true);
      this.#bits |= word;
      hash = Math.imul(hash ^ word, MULTIPLIER);
      hash ^= hash >>> 15;
    }
    // The number of these bytes, so that zero bytes count.
    hash ^= end - at;
    for (; at < end; at++) {
      const byte = view.getUint8(at);
      this.#bits |= byte;
      hash = Math.imul(hash ^ byte, MULTIPLIER);
      hash ^= hash >>> 15;
    }
    this.at = at;
    hash = Math.imul(hash ^ this.#other, MULTIPLIER);
    return hash ^ (hash >>> 15);
  }
}

const shared = new ByteHash();

/** The hash of a byte string. Differs from process to process. */
export function hashBytes(view: DataView, start: number, end: number): number {
  shared.start(view, start, end);
  return shared.finish(view, end);
}
