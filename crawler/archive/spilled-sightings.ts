import { textHash } from '../../src/compact/text-hash.ts';
import { type Row, RowWriter, rowsOf } from '../../src/dedup/rows.ts';
import type { Workspace } from '../../src/dedup/workspace.ts';
import type { Sighting } from './sighting.ts';
import { siteName } from './site-name.ts';

const BITS = 5;
const PARTS = 1 << BITS;
/** The number of splits that a 32-bit hash allows. */
const MAX_DEPTH = 6;

const NUMBERS = 3;
const TEXTS = 2;

/** Sightings on disk, split by site. */
export class SpilledSightings {
  readonly #workspace: Workspace;
  readonly #depth: number;
  readonly #writers: readonly RowWriter[];
  readonly #counts: number[] = Array.from({ length: PARTS }, () => 0);
  /** Distinguishes these series from those of the splits above. */
  readonly #prefix: number;

  constructor(workspace: Workspace, depth = 0, prefix = 0) {
    this.#workspace = workspace;
    this.#depth = depth;
    this.#prefix = prefix;
    this.#writers = Array.from({ length: PARTS }, (_, part) => {
      return new RowWriter((block) => workspace.append(this.#series(part), block));
    });
  }

  put(sighting: Sighting): void {
    const part = (textHash(siteName(sighting.key)) >>> (this.#depth * BITS)) & (PARTS - 1);
    this.#counts[part] = (this.#counts[part] ?? 0) + 1;
    this.#writers[part]?.put(rowOf(sighting));
  }

  /**
   * The sightings in shares of whole sites.
   *
   * @param most how many sightings a share may have, unless they are of one site
   */
  *shares(most: number): Generator<Iterable<Sighting>> {
    for (const writer of this.#writers) writer.flush();
    for (const [part, count] of this.#counts.entries()) {
      if (count === 0) continue;
      if (count <= most || this.#depth + 1 >= MAX_DEPTH) {
        yield this.#read(part);
      } else {
        const finer = new SpilledSightings(this.#workspace, this.#depth + 1, this.#series(part));
        for (const sighting of this.#read(part)) finer.put(sighting);
        yield* finer.shares(most);
      }
    }
  }

  /** Reads a part once. */
  *#read(part: number): Generator<Sighting> {
    for (const block of this.#workspace.read(this.#series(part))) {
      for (const row of rowsOf(block, NUMBERS, TEXTS)) yield sightingOf(row);
    }
    this.#workspace.drop(this.#series(part));
  }

  #series(part: number): number {
    return this.#prefix * PARTS + part + 1;
  }
}

function rowOf({ key, time, status, content, target }: Sighting): Row {
  return { numbers: [time, status, content], texts: [key, target] };
}

function sightingOf({ numbers: [time = 0, status = 0, content = 0], texts: [key = '', target = ''] }: Row): Sighting {
  return { key, time, status, content, target };
}
