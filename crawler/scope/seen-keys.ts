import { SECOND_HASH, textHash } from '../../src/compact/text-hash.ts';

/** A Bloom filter of 1 MB. With a million keys, about two in a hundred new keys are mistaken for known ones. */
const BITS = 2 ** 23;
const BITS_PER_KEY = 4;

/** Distinguishes new keys from known ones. It mistakes a few new keys for known ones, which only lowers the counts. */
export class SeenKeys {
  #bits: Uint32Array | null = null;

  /** Whether the key is new. */
  add(key: string): boolean {
    const bits = (this.#bits ??= new Uint32Array(BITS / 32));
    const step = textHash(key, SECOND_HASH) | 1;
    let at = textHash(key);
    let isNew = false;
    for (let left = BITS_PER_KEY; left > 0; left--, at += step) {
      const word = (at >>> 5) % bits.length;
      const before = bits[word] ?? 0;
      const after = (before | (1 << (at & 31))) >>> 0;
      isNew ||= after !== before;
      bits[word] = after;
    }
    return isNew;
  }
}
