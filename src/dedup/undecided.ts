import type { CanonOptions } from '../canon/options.ts';
import { IntColumn } from '../compact/column.ts';
import type { AssumableFact } from '../facts/site-facts.ts';
import { eachNumberInSteps, runGivingWay, type Steps } from '../give-way.ts';
import { decodeBytes } from '../text/bytes.ts';
import type { Deduplicator } from './deduplicator.ts';
import type { Groups } from './groups.ts';
import { isInShare } from './spill.ts';
import { UndecidedCounts } from './undecided-counts.ts';

/** Groups that would merge if facts confirmed some assumptions. */
export interface UndecidedGroup {
  /** The assumptions that are needed, all together. */
  readonly needs: readonly AssumableFact[];
  /** The first entry of each group, as found. */
  readonly urls: readonly string[];
  readonly keys: readonly string[];
}

/** Comparisons between two pauses: some tens of milliseconds. */
const LOOKS_AT_ONCE = 5000;

/** A group that might merge with others. */
interface Candidate {
  readonly key: string;
  readonly group: number;
  readonly groups: Groups;
}

/**
 * Counts what evidence could add to the groups of deduplicators. Compares only keys with the same blocking key, so a list
 * without undecided groups costs one hash per key.
 */
export class Undecided extends UndecidedCounts<Candidate> {
  /** @param report called for each set of groups that would merge; null to only count them */
  constructor(options: CanonOptions, report: ((group: UndecidedGroup) => void) | null = null) {
    super(options, report === null ? null : (needs, candidates) => report(described(needs, candidates)));
  }

  /**
   * Compares the groups of a finished deduplicator, and the groups below it that belong to its share.
   *
   * @param pause called now and then; throws to abort
   */
  async examine(deduplicator: Deduplicator, pause: () => Promise<void>): Promise<void> {
    if (this.kinds.length === 0) return;
    const { groups } = deduplicator;
    let looks = 0;
    for (const alike of await runGivingWay(alikeIn(deduplicator), pause)) {
      if (++looks % LOOKS_AT_ONCE === 0) await pause();
      this.compare(alike.map((group) => ({ key: groups.key(group), group, groups })));
    }
  }
}

function described(needs: readonly AssumableFact[], candidates: readonly Candidate[]): UndecidedGroup {
  return {
    needs,
    urls: candidates.map(({ group, groups }) => decodeBytes(groups.spelling(group))),
    keys: candidates.map(({ key }) => key),
  };
}

/** Groups of this share that have the same blocking key. */
function* alikeIn(deduplicator: Deduplicator): Steps<Iterable<readonly number[]>> {
  const hashes = new IntColumn();
  const numbers = new IntColumn();
  const slots = new SharedSlots(deduplicator.groups.end);
  yield* eachKey(deduplicator, (hash) => slots.add(hash));
  yield* eachKey(deduplicator, (hash, group) => {
    if (!slots.isShared(hash)) return;
    hashes.push(hash);
    numbers.push(group);
  });
  const repeated = repeatedIn(hashes);
  const alike = new Map<number, number[]>();
  for (let row = 0; row < hashes.length; row++) {
    const value = hashes.get(row);
    if (!repeated.has(value)) continue;
    const others = alike.get(value);
    if (others === undefined) alike.set(value, [numbers.get(row)]);
    else others.push(numbers.get(row));
  }
  return alike.values();
}

/** Calls `take` with the blocking key of each group of this share. */
function* eachKey(deduplicator: Deduplicator, take: (hash: number, group: number) => void): Steps<void> {
  for (let each: Deduplicator | null = deduplicator; each !== null; each = each.below) {
    const { base } = each.groups;
    const keys = yield* each.blockingKeys();
    yield* eachNumberInSteps(0, keys.length, (row) => {
      const hash = keys.get(row);
      if (isInShare(deduplicator.share, hash)) take(hash, base + row);
    });
  }
}

/** Tells which hashes may occur more than once, so that only these must be sorted: two bits for each of eight slots a hash. */
class SharedSlots {
  readonly #shift: number;
  readonly #used: Uint8Array;
  readonly #shared: Uint8Array;

  constructor(hashes: number) {
    const bits = Math.min(32, Math.max(10, Math.ceil(Math.log2(hashes * 8))));
    this.#shift = 32 - bits;
    this.#used = new Uint8Array(2 ** (bits - 3));
    this.#shared = new Uint8Array(2 ** (bits - 3));
  }

  add(hash: number): void {
    const slot = hash >>> this.#shift;
    const bit = 1 << (slot & 7);
    const used = this.#used[slot >>> 3] ?? 0;
    if ((used & bit) === 0) this.#used[slot >>> 3] = used | bit;
    else this.#shared[slot >>> 3] = (this.#shared[slot >>> 3] ?? 0) | bit;
  }

  isShared(hash: number): boolean {
    const slot = hash >>> this.#shift;
    return ((this.#shared[slot >>> 3] ?? 0) & (1 << (slot & 7))) !== 0;
  }
}

function repeatedIn(column: IntColumn): ReadonlySet<number> {
  const sorted = column.toSorted();
  return new Set(sorted.filter((value, index) => value === sorted[index + 1]));
}

/** Lowercase names of index pages to use instead of the usual ones; null for the usual ones. */
export function indexNamesOf({ indexNames }: CanonOptions): ReadonlySet<string> | null {
  return indexNames === undefined ? null : new Set(indexNames.map((name) => name.toLowerCase()));
}
