/** Shingles fall into as many bins: the standard error of a similarity of 0.9 is then 0.027. */
const BIN_BITS = 7;
const BINS = 2 ** BIN_BITS;
const EMPTY = 0xffffffff;

/** A bin keeps 6 bits of its least hash, as a character; two different hashes have the same in one case of 64. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const EMPTY_BIN = '.';

/**
 * Sketches a text for comparing, as one permutation hashing does (Li, Owen and Zhang 2012), with b-bit minima (Li and
 * König 2010), on its shingles of 4 words. Each word ends one shingle; those of the first three are shorter.
 */
export class TextSketch {
  words = 0;
  private readonly minima = new Uint32Array(BINS).fill(EMPTY);
  private first = 0;
  private second = 0;
  private third = 0;

  /** 128 ASCII characters to compare with {@link similarity}. */
  get text(): string {
    let text = '';
    for (const least of this.minima) text += least === EMPTY ? EMPTY_BIN : ALPHABET.charAt(least & 63);
    return text;
  }

  /** @param word a hash of 32 bits of the next word */
  add(word: number): void {
    const { first, second, third, minima } = this;
    const shingle = mix(
      Math.imul(first, 0x9e3779b1) + Math.imul(second, 0x85ebca77) + Math.imul(third, 0xc2b2ae3d) + word,
    );
    const bin = shingle >>> (32 - BIN_BITS);
    const hash = shingle & (EMPTY >>> BIN_BITS);
    if (hash < (minima[bin] ?? 0)) minima[bin] = hash;
    this.words++;
    this.first = second;
    this.second = third;
    this.third = word;
  }
}

/** The finalizer of MurmurHash3: each of the lower 32 bits of the sum comes to bear on each of the result. */
export function mix(sum: number): number {
  let hash = sum | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * How much of two texts is the same, from 0 to 1: an estimate of the Jaccard index of their sets of shingles of 4 words.
 * Two texts without a word are the same.
 *
 * @param a the text of a {@link TextSketch}
 * @param b another
 */
export function similarity(a: string, b: string): number {
  let [same, compared] = [0, 0];
  for (let bin = 0; bin < BINS; bin++) {
    const [ofA, ofB] = [a[bin] ?? EMPTY_BIN, b[bin] ?? EMPTY_BIN];
    if (ofA === EMPTY_BIN && ofB === EMPTY_BIN) continue;
    compared++;
    if (ofA === ofB) same++;
  }
  if (same === compared) return 1;
  const byChance = 1 / ALPHABET.length;
  return Math.max(0, (same / compared - byChance) / (1 - byChance));
}
