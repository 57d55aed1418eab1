import { blockingKey } from '../evidence/blocking-key.ts';
import type { PassCode } from './pass-code.ts';
import { type Row, RowWriter, rowsOf } from './rows.ts';
import type { Workspace } from './workspace.ts';

const BITS = 5;
const PARTS = 1 << BITS;

/** An entry that is put aside until there is memory for its group. */
export interface SpilledEntry {
  readonly ordinal: number;
  readonly pass: PassCode;
  /** The bytes of the spelling, one a character (Latin-1). */
  readonly spelling: string;
  readonly key: string;
  /** What is reported of it, as bytes; empty where nothing is. */
  readonly detail: string;
}

/** As deep as a 32-bit hash goes: what is still too much then is of one hash, and stays in memory. */
export const MAX_DEPTH = 6;

/** A share of all keys: those whose fold hash ends in some bits. */
export interface Share {
  /** How often the keys were shared out. */
  readonly depth: number;
  /** The last `depth * 5` bits of the hash. */
  readonly bits: number;
  /** A bit for each of these. */
  readonly mask: number;
}

export const EVERYTHING: Share = { depth: 0, bits: 0, mask: 0 };

/** Whether the share has a key of this fold hash. */
export function isInShare({ bits, mask }: Share, hash: number): boolean {
  return ((hash ^ bits) & mask) === 0;
}

/** What takes the entries of one share. */
interface ShareDeduplicator<Deduplicator> {
  offerAgain(entry: SpilledEntry): void;
  /** This one, and those of shares that had to be shared out again. */
  finish(): Generator<Deduplicator>;
}

/**
 * The entries for which there is no memory, shared out by a hash of their keys and put aside; each share fits in
 * memory by itself. Keys that an assumption could make one lie in one share.
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

  put(entry: SpilledEntry): void {
    const hash = blockingKey(entry.key, this.#indexNames);
    this.#writers[(hash >>> (this.#share.depth * BITS)) & (PARTS - 1)]?.put(rowOf(entry));
  }

  /** Settles share after share, each by a sweep of its own. */
  *settle<Deduplicator extends ShareDeduplicator<Deduplicator>>(
    sweepOf: (share: Share) => Deduplicator,
  ): Generator<Deduplicator> {
    for (const writer of this.#writers) writer.flush();
    for (let part = 0; part < PARTS; part++) {
      const share = this.#part(part);
      const series = seriesOf(share);
      const sweep = sweepOf(share);
      for (const block of this.#workspace.read(series)) {
        for (const row of rowsOf(block, NUMBERS, TEXTS)) sweep.offerAgain(entryOf(row));
      }
      this.#workspace.drop(series);
      yield* sweep.finish();
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

/** A number of its own for each share; none is 0. */
function seriesOf({ depth, bits }: Share): number {
  return depth * 2 ** 32 + bits;
}
