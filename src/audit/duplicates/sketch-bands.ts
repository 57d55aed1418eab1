import { IntColumn } from '../../compact/column.ts';
import { mix, SKETCH_LENGTH } from './text-sketch.ts';

/** Sketches with a similarity of 0.9 differ in at most 12 bins, so they share at least four of the 16 bands. */
const BAND = 8;
/** How many sketches to keep per band. If more share a band, it comes from the frame of a site. */
const MAX_IN_BAND = 8;
/** Half a band of empty bins. */
const EMPTY = fourAt('....', 0);
const NONE = -1;
/** Hashes depend on it, so that no site can choose texts whose bands are all in one chain. */
const SEED = Math.floor(Math.random() * 2 ** 32);

/**
 * Finds sketches that share a band with another one. A site has millions of bands, so each takes 16 bytes: it is known by
 * a hash. A collision makes two sketches candidates that share no band, which does no harm.
 */
export class SketchBands {
  /** The latest row of each chain. Rows whose hashes end alike are in one chain. */
  #latest = new Int32Array(1 << 12).fill(NONE);
  /** The hash of the band in each row. */
  readonly #hashes = new IntColumn();
  /** The number of the sketch in each row. */
  readonly #sketches = new IntColumn();
  /** The row before it in its chain; -1 for the first. */
  readonly #before = new IntColumn();
  /** How many bands each sketch shares with the one that is looked up. */
  readonly #shared = new IntColumn();

  /** Adds the bands of a sketch under a number. */
  add(bands: Bands, number: number): void {
    while (this.#shared.length <= number) this.#shared.push(0);
    for (const hash of bands) {
      if (this.#count(hash) >= MAX_IN_BAND) continue;
      if (this.#hashes.length === this.#latest.length) this.#grow();
      this.#hashes.push(hash);
      this.#sketches.push(number);
      this.#before.push(NONE);
      this.#link(this.#hashes.length - 1);
    }
  }

  /**
   * The numbers of the sketches that share at least `least` of these bands, in ascending order. A full band
   * stores no more sketches, so others may share it too. It counts as shared by all.
   */
  similar(bands: Bands, least: number): readonly number[] {
    const found: number[] = [];
    let required = least;
    for (const hash of bands) {
      let rows = 0;
      for (let row = this.#first(hash); row !== NONE; row = this.#next(row)) {
        const number = this.#sketches.get(row);
        if (this.#shared.get(number) === 0) found.push(number);
        this.#shared.set(number, this.#shared.get(number) + 1);
        rows++;
      }
      if (rows >= MAX_IN_BAND) required--;
    }
    const similar = found.filter((number) => this.#shared.get(number) >= required);
    for (const number of found) this.#shared.set(number, 0);
    return similar.sort((a, b) => a - b);
  }

  #count(hash: number): number {
    let rows = 0;
    for (let row = this.#first(hash); row !== NONE; row = this.#next(row)) rows++;
    return rows;
  }

  /** The latest row of a band. */
  #first(hash: number): number {
    return this.#withHash(hash, this.#latest[this.#chainOf(hash)] ?? NONE);
  }

  /** The row of the same band before a row. */
  #next(row: number): number {
    return this.#withHash(this.#hashes.get(row), this.#before.get(row));
  }

  /** The first row with a hash, from a row of its chain on. */
  #withHash(hash: number, from: number): number {
    let row = from;
    while (row !== NONE && this.#hashes.get(row) !== hash) row = this.#before.get(row);
    return row;
  }

  #chainOf(hash: number): number {
    return hash & (this.#latest.length - 1);
  }

  #link(row: number): void {
    const chain = this.#chainOf(this.#hashes.get(row));
    this.#before.set(row, this.#latest[chain] ?? NONE);
    this.#latest[chain] = row;
  }

  #grow(): void {
    this.#latest = new Int32Array(this.#latest.length * 2).fill(NONE);
    for (let row = 0; row < this.#hashes.length; row++) this.#link(row);
  }
}

/** A hash of each band that is not empty. */
type Bands = readonly number[];

/** The bands of a sketch. */
export function bandsOf(sketch: string): Bands {
  const bands: number[] = [];
  for (let start = 0; start < SKETCH_LENGTH; start += BAND) {
    const first = fourAt(sketch, start);
    const second = fourAt(sketch, start + BAND / 2);
    // The same characters in another place are another band.
    if (first !== EMPTY || second !== EMPTY) bands.push(mix(mix(mix(SEED + start) + first) + second));
  }
  return bands;
}

/** Four ASCII characters as one number. */
function fourAt(text: string, at: number): number {
  const low = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8);
  return low | (text.charCodeAt(at + 2) << 16) | (text.charCodeAt(at + 3) << 24);
}
