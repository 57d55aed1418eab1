/** With 128 bins, the standard error of a similarity of 0.9 is 0.027. */
const BIN_BITS = 7;
const BINS = 2 ** BIN_BITS;
const EMPTY = 0xffffffff;
/** Characters of a sketch. */
export const SKETCH_LENGTH: number = BINS;

/** A bin keeps 6 bits of its smallest hash, as a character; different hashes collide once in 64 cases. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const EMPTY_BIN = '.';
const EMPTY_CODE = EMPTY_BIN.charCodeAt(0);

/**
 * Sketches a text for comparison: one permutation hashing (Li, Owen and Zhang 2012) with b-bit minima (Li and König
 * 2010) over shingles of 4 words. Each word ends a shingle; the first three shingles are shorter.
 */
export class TextSketch {
  /** The number of words added. */
  words = 0;
  private readonly minima = new Uint32Array(BINS).fill(EMPTY);
  private first = 0;
  private second = 0;
  private third = 0;

  /** The sketch: 128 ASCII characters to compare with {@link similarity}. */
  get text(): string {
    let text = '';
    for (const least of this.minima) text += least === EMPTY ? EMPTY_BIN : ALPHABET.charAt(least & 63);
    return text;
  }

  /** @param word a 32-bit hash of the next word */
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

  /** Adds another text. Shingles do not reach from one text into the other. */
  include({ minima, words }: TextSketch): void {
    for (const [bin, least] of minima.entries()) this.minima[bin] = Math.min(least, this.minima[bin] ?? EMPTY);
    this.words += words;
  }
}

/** The finalizer of MurmurHash3: each of the sum's lower 32 bits affects every bit of the result. */
export function mix(sum: number): number {
  let hash = sum | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * The similarity of two texts, from 0 to 1: an estimate of the Jaccard index of their sets of 4-word shingles. The
 * similarity of two empty texts is 1.
 *
 * @param a the `text` of a {@link TextSketch}
 * @param b the `text` of another
 * @param least the result is 0 as soon as it is certain to be lower
 */
export function similarity(a: string, b: string, least = 0): number {
  const mostDiffering = BINS * (1 - least);
  let same = 0;
  let differing = 0;
  for (let bin = 0; bin < BINS; bin++) {
    // NaN, for a sketch that is too short, equals nothing.
    const ofA = a.charCodeAt(bin);
    const ofB = b.charCodeAt(bin);
    if (ofA === ofB) same += Number(ofA !== EMPTY_CODE);
    else if (!isEmptyBin(ofA) || !isEmptyBin(ofB)) differing++;
    if (differing > mostDiffering) return 0;
  }
  if (differing === 0) return 1;
  const compared = same + differing;
  const byChance = 1 / ALPHABET.length;
  return Math.max(0, (same / compared - byChance) / (1 - byChance));
}

function isEmptyBin(code: number): boolean {
  return code === EMPTY_CODE || Number.isNaN(code);
}
