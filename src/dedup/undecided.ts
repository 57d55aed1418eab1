import { compile } from '../canon/canonicalizer.ts';
import type { CanonOptions } from '../canon/options.ts';
import { IntColumn } from '../compact/column.ts';
import { plausibleKinds } from '../evidence/plausible-kinds.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../facts/site-facts.ts';
import { decodeBytes } from '../text/bytes.ts';
import { UrlError } from '../url/error.ts';
import type { Deduplicator } from './deduplicator.ts';
import { isInShare } from './spill.ts';

/** Groups that would merge if facts confirmed some assumptions. */
export interface UndecidedGroup {
  /** The assumptions that are needed, all together. */
  readonly needs: readonly AssumableFact[];
  /** The first entry of each group, as found. */
  readonly urls: readonly string[];
  /** The key of each group. */
  readonly keys: readonly string[];
}

/** Comparisons between two pauses: some tens of milliseconds. */
const LOOKS_AT_ONCE = 5000;

/** A group that might merge with others. */
interface Candidate {
  readonly group: number;
  readonly key: string;
}

/**
 * Counts what evidence could add: for each kind of fact, the entries that would merge if it were true of every site.
 * Compares only keys with the same blocking key, so a list without undecided groups costs one hash per key.
 */
export class Undecided {
  readonly #options: CanonOptions;
  readonly #kinds: readonly AssumableFact[];
  readonly #counts = new Map<AssumableFact, number>();
  readonly #canonicalizers = new Map<string, (url: string) => string>();
  readonly #report: ((group: UndecidedGroup) => void) | null;
  /** Entries that would merge if every assumption were true. */
  together = 0;

  /** @param report called for each set of groups that would merge; null to only count them */
  constructor(options: CanonOptions, report: ((group: UndecidedGroup) => void) | null = null) {
    this.#options = options;
    this.#kinds = ASSUMABLE_FACTS.filter((kind) => options.assume?.includes(kind) !== true);
    this.#report = report;
  }

  /**
   * For each kind of fact, the entries that would merge if it alone were true. Omits kinds without entries; largest
   * first.
   */
  byKind(): readonly { readonly kind: AssumableFact; readonly count: number }[] {
    return Array.from(this.#counts, ([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
  }

  /**
   * Compares the groups of a finished deduplicator, and the groups below it that belong to its share.
   *
   * @param pause called now and then; throws to abort
   */
  async examine(sweep: Deduplicator, pause: () => Promise<void>): Promise<void> {
    if (this.#kinds.length === 0) return;
    let looks = 0;
    for (const alike of alikeIn(sweep)) {
      if (++looks % LOOKS_AT_ONCE === 0) await pause();
      this.#compare(
        alike.map((group) => ({ group, key: sweep.groups.key(group) })),
        sweep,
      );
    }
  }

  #compare(alike: readonly Candidate[], sweep: Deduplicator): void {
    const kinds = plausibleKinds(
      this.#kinds,
      alike.map(({ key }) => key),
      this.#options.indexNames !== undefined,
    );
    const all = this.#groupedBy(alike, kinds);
    if (all.size === alike.length) return;
    this.together += alike.length - all.size;
    for (const kind of kinds) {
      const { size } = kinds.length === 1 ? all : this.#groupedBy(alike, [kind]);
      if (size < alike.length) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + alike.length - size);
    }
    if (this.#report === null) return;
    for (const group of all.values()) if (group.length > 1) this.#report(this.#describe(group, kinds, sweep));
  }

  #describe(group: readonly Candidate[], kinds: readonly AssumableFact[], { groups }: Deduplicator): UndecidedGroup {
    let needs = kinds;
    for (const kind of kinds) {
      const fewer = needs.filter((each) => each !== kind);
      if (this.#groupedBy(group, fewer).size === 1) needs = fewer;
    }
    return {
      needs,
      urls: group.map((each) => decodeBytes(groups.spelling(each.group))),
      keys: group.map(({ key }) => key),
    };
  }

  #groupedBy(alike: readonly Candidate[], kinds: readonly AssumableFact[]): Map<string, Candidate[]> {
    const canonicalize = this.#assuming(kinds);
    return Map.groupBy(alike, ({ key }) => canonicalize(key));
  }

  #assuming(kinds: readonly AssumableFact[]): (url: string) => string {
    const name = kinds.join();
    const known = this.#canonicalizers.get(name);
    if (known !== undefined) return known;
    const { canonicalize } = compile({ ...this.#options, assume: [...(this.#options.assume ?? []), ...kinds] });
    const made = (url: string): string => {
      const canonical = canonicalize(url);
      return canonical instanceof UrlError ? url : canonical;
    };
    this.#canonicalizers.set(name, made);
    return made;
  }
}

/** Groups of this share that have the same blocking key. */
function alikeIn(sweep: Deduplicator): Iterable<readonly number[]> {
  const hashes = new IntColumn();
  const numbers = new IntColumn();
  const slots = new SharedSlots(sweep.groups.end);
  eachKey(sweep, (hash) => slots.add(hash));
  eachKey(sweep, (hash, group) => {
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
function eachKey(sweep: Deduplicator, take: (hash: number, group: number) => void): void {
  for (let each: Deduplicator | null = sweep; each !== null; each = each.below) {
    const { blockingKeys, groups } = each;
    for (let row = 0; row < blockingKeys.length; row++) {
      const hash = blockingKeys.get(row);
      if (isInShare(sweep.share, hash)) take(hash, groups.base + row);
    }
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
