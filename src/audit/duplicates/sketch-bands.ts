import { IntColumn } from '../../compact/column.ts';
import { mix, SKETCH_LENGTH } from './text-sketch.ts';

/** Texts with a similarity of 0.9 agree in at least one of the 16 bands, except once in ten thousand cases. */
const BAND = 8;
const BANDS = SKETCH_LENGTH / BAND;
/** How many sketches to keep per band. If more share a band, it comes from the frame of a site. */
const MAX_IN_BAND = 8;
const EMPTY = '.'.charCodeAt(0);
const NONE = -1;

/**
 * Finds sketches that share a band with another one. A site has millions of bands, so each takes some bytes only: it is
 * known by a hash. A collision makes two sketches candidates that share no band, which does no harm.
 */
export class SketchBands {
  /** The latest row of each band, by its hash. */
  readonly #latest = Array.from({ length: BANDS }, () => new Map<number, number>());
  /** The number of the sketch in each row. */
  readonly #sketches = new IntColumn();
  /** The row before it in the same band; -1 for the first. */
  readonly #before = new IntColumn();

  /** Adds the bands of a sketch under a number. */
  add(bands: Bands, number: number): void {
    for (const [band, latest] of this.#latest.entries()) {
      const hash = bands[band] ?? null;
      if (hash === null) continue;
      const before = latest.get(hash) ?? NONE;
      if (this.#isFull(before)) continue;
      latest.set(hash, this.#sketches.length);
      this.#sketches.push(number);
      this.#before.push(before);
    }
  }

  /** The numbers of the sketches that share one of these bands, in the order of the bands. */
  similar(bands: Bands): readonly number[] {
    const found = new Set<number>();
    for (const [band, latest] of this.#latest.entries()) {
      const hash = bands[band] ?? null;
      const row = hash === null ? undefined : latest.get(hash);
      if (row !== undefined) for (const number of this.#inBand(row)) found.add(number);
    }
    return [...found];
  }

  /** From the first that was added to the last. */
  #inBand(latest: number): readonly number[] {
    const numbers: number[] = [];
    for (let row = latest; row !== NONE; row = this.#before.get(row)) numbers.unshift(this.#sketches.get(row));
    return numbers;
  }

  #isFull(latest: number): boolean {
    let count = 0;
    for (let row = latest; row !== NONE; row = this.#before.get(row)) count++;
    return count >= MAX_IN_BAND;
  }
}

/** A hash of each band of a sketch; null for an empty one. */
type Bands = readonly (number | null)[];

/** The bands of a sketch. */
export function bandsOf(sketch: string): Bands {
  return Array.from({ length: BANDS }, (_, band) => hashOf(sketch, band * BAND));
}

/** A hash of the band from a place on; null if it is empty. */
function hashOf(sketch: string, start: number): number | null {
  let hash = 0;
  let isEmpty = true;
  for (let at = start; at < start + BAND; at++) {
    const code = sketch.charCodeAt(at);
    isEmpty &&= code === EMPTY;
    hash = mix(Math.imul(hash, 31) + code);
  }
  return isEmpty ? null : hash;
}
