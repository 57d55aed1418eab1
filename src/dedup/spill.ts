import { blockingKey } from '../evidence/blocking-key.ts';
import type { PassCode } from './pass-code.ts';
import { type Row, RowWriter, rowsOf } from './rows.ts';
import type { Workspace } from './workspace.ts';

const BITS = 5;
const PARTS = 1 << BITS;

/** An entry that spilled because there was no memory for its group. */
export interface SpilledEntry {
  /** Its position in the list. */
  readonly ordinal: number;
  /** The loosest pass that led from the spelling to the key. */
  readonly pass: PassCode;
  /** One byte per character (Latin-1). */
  readonly spelling: string;
  /** The canonical key, ASCII. */
  readonly key: string;
  /** Bytes to report with its group; empty if there is no report. */
  readonly detail: string;
}

/** The number of splits that a 32-bit hash allows. Anything still too large has one hash and stays in memory. */
export const MAX_DEPTH = 6;

/** A share of all keys: those whose blocking key ends in certain bits. */
export interface Share {
  /** How many times the keys were split. */
  readonly depth: number;
  /** The last `depth * 5` bits of the blocking key. */
  readonly bits: number;
  /** The mask for these bits. */
  readonly mask: number;
}

/** The share of all keys. */
export const EVERYTHING: Share = { depth: 0, bits: 0, mask: 0 };

/** Whether a blocking key belongs to the share. */
export function isInShare({ bits, mask }: Share, hash: number): boolean {
  return ((hash ^ bits) & mask) === 0;
}

/** Processes the entries of one share. */
interface ShareDeduplicator<Deduplicator> {
  offerAgain(entry: SpilledEntry): void;
  /** Yields itself, after the deduplicators for further splits. */
  finish(): Generator<Deduplicator>;
}

/**
 * Spills entries to disk, split into shares by blocking key. Each share fits into memory alone. Keys that an assumption
 * could merge have the same blocking key, so they are in the same share.
 */
export class Spill {
  readonly #workspace: Workspace;
  readonly #share: Share;
  readonly #indexNames: ReadonlySet<string> | null;
  readonly #writers: readonly RowWriter[];

  constructor(workspace: Workspace, share: Share, indexNames: ReadonlySet<string> | null) {
    this.#workspace = workspace;
    this.#share = share;
    this.#indexNames = indexNames;
    this.#writers = Array.from({ length: PARTS }, (_, part) => {
      const series = seriesOf(this.#part(part));
      return new RowWriter((block) => workspace.append(series, block));
    });
  }

  /** Adds an entry. */
  put(entry: SpilledEntry): void {
    const hash = blockingKey(entry.key, this.#indexNames);
    this.#writers[(hash >>> (this.#share.depth * BITS)) & (PARTS - 1)]?.put(rowOf(entry));
  }

  /** Processes one share after another, each with its own deduplicator. */
  *settle<Deduplicator extends ShareDeduplicator<Deduplicator>>(
    deduplicatorOf: (share: Share) => Deduplicator,
  ): Generator<Deduplicator> {
    for (const writer of this.#writers) writer.flush();
    for (let part = 0; part < PARTS; part++) {
      const share = this.#part(part);
      const series = seriesOf(share);
      const deduplicator = deduplicatorOf(share);
      for (const block of this.#workspace.read(series)) {
        for (const row of rowsOf(block, NUMBERS, TEXTS)) deduplicator.offerAgain(entryOf(row));
      }
      this.#workspace.drop(series);
      yield* deduplicator.finish();
    }
  }

  #part(part: number): Share {
    const { depth, bits, mask } = this.#share;
    const shift = depth * BITS;
    return { depth: depth + 1, bits: (bits | (part << shift)) >>> 0, mask: mask | ((PARTS - 1) << shift) };
  }
}

const NUMBERS = 2;
const TEXTS = 3;

function rowOf({ ordinal, pass, spelling, key, detail }: SpilledEntry): Row {
  return { numbers: [ordinal, pass], texts: [spelling, key === spelling ? '' : key, detail] };
}

function entryOf({
  numbers: [ordinal = 0, pass = 0],
  texts: [spelling = '', key = '', detail = ''],
}: Row): SpilledEntry {
  return { ordinal, pass, spelling, key: key === '' ? spelling : key, detail };
}

/** A distinct number for each share; never 0. */
function seriesOf({ depth, bits }: Share): number {
  return depth * 2 ** 32 + bits;
}
