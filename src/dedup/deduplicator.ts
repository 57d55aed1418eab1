import type { Canonicalizer } from '../canon/canonicalizer.ts';
import { latin1 } from '../compact/arena.ts';
import { hashBytes } from '../compact/byte-hash.ts';
import { ByteText } from '../compact/byte-text.ts';
import { IntColumn } from '../compact/column.ts';
import { blockingKeyOf } from '../evidence/blocking-key.ts';
import { eachNumberInSteps, type Steps } from '../give-way.ts';
import type { Entry } from '../lists/entry.ts';
import { UrlError } from '../url/error.ts';
import { Groups } from './groups.ts';
import { type KeepRule, rankOf } from './keep.ts';
import { type PassCode, passCode } from './pass-code.ts';
import { type Selected, Selection } from './selection.ts';
import { EVERYTHING, MAX_DEPTH, type Share, Spill, type SpilledEntry } from './spill.ts';
import { Tally } from './tally.ts';
import type { Workspace } from './workspace.ts';

/** A key that differs from the spelling. */
export interface Keyed {
  /** The canonical key, ASCII. */
  readonly key: string;
  /** The loosest pass that led from the spelling to the key. */
  readonly pass: PassCode;
}

/** The key of an entry: `own` if its spelling is the key, an error if it is not a valid URL. */
export type Keying = 'own' | Keyed | UrlError;

/** Computes the key of an entry. */
export function keyingOf({ keyAndPass }: Canonicalizer, entry: Entry): Keying {
  const found = keyAndPass(entry.url());
  if (found instanceof UrlError) {
    return entry.fault === '' ? found : new UrlError(found.code, found.position, entry.fault);
  }
  const { key } = found;
  const pass = passCode(found.pass);
  // A key of the same length that no pass changed equals the spelling.
  return pass === 0 && key.length === entry.end - entry.start ? 'own' : { key, pass };
}

/** Options of {@link Deduplicator}. */
export interface DeduplicatorOptions {
  /** Computes the key of an entry. */
  readonly keyOf: (entry: Entry) => Keying;
  /**
   * Called for each entry whose spelling is new. If it returns true, it is also called for the later entries with the
   * same spelling.
   */
  readonly inspect: (entry: Entry) => boolean;
  /** Which entry of a group to keep. */
  readonly keep: KeepRule;
  /** Which groups to print. */
  readonly selected: Selected;
  /** Memory for the entries seen, in bytes. Beyond it, entries spill to the workspace. */
  readonly memory: number;
  /** Opens the workspace on first use. */
  readonly workspace: () => Workspace;
  /** Whether the first entry of a group always stays, so that its decision is known immediately. */
  readonly atOnce: boolean;
  /** Lowercase names of index pages to use instead of the usual ones; null for the usual ones. */
  readonly indexNames: ReadonlySet<string> | null;
  /** Whether to record every entry with its group in the workspace. */
  readonly reports: boolean;
}

/** Memory that every deduplicator may use, in bytes. With less it could hardly process a share. */
const LEAST_ROOM = 1 << 20;

/** Whether an entry stays in the output, goes, or is decided at the end. */
export type Decision = 'stays' | 'goes' | 'later';

/**
 * Groups the entries of a list by key. Entries have ordinals. A negative ordinal marks an entry of the reference list
 * (`--against`), and entries of this list with the same key go.
 */
export class Deduplicator {
  /** Counts over all entries, shared with `below`. */
  readonly tally: Tally;
  /** The entries to keep; final after {@link finish}. */
  readonly selection: Selection;
  /** The groups found so far. */
  readonly groups: Groups;
  /** The share of keys that this deduplicator handles. */
  readonly share: Share;
  /** The deduplicator that spilled these entries. Its groups count here too; null for the first one. */
  readonly below: Deduplicator | null;
  #blockingKeys: IntColumn | null = null;
  readonly #options: DeduplicatorOptions;
  readonly #room: number;
  readonly #scratch = new ByteText();
  #spill: Spill | null = null;

  constructor(options: DeduplicatorOptions, below: Deduplicator | null = null, share: Share = EVERYTHING) {
    this.#options = options;
    this.below = below;
    this.share = share;
    // Use half of the memory, and leave half of the rest to the next level.
    const room = Math.max(LEAST_ROOM, options.memory / 2 ** (share.depth + 1));
    this.#room = share.depth < MAX_DEPTH ? room : Number.POSITIVE_INFINITY;
    this.tally = below === null ? new Tally() : below.tally;
    this.groups = new Groups(below?.groups ?? null);
    this.selection = new Selection(options.selected, below?.selection ?? null, this.groups.base);
  }

  /** Whether entries have spilled and wait for {@link finish}. */
  get isSpilling(): boolean {
    return this.#spill !== null;
  }

  /** The blocking key of each of its own groups, made once. Call it only after the last entry. */
  *blockingKeys(): Steps<IntColumn> {
    this.#blockingKeys ??= yield* this.#hashKeys();
    return this.#blockingKeys;
  }

  /**
   * Adds an entry.
   *
   * @param ordinal its position in the list, negative for the reference list
   * @param detail bytes to report with its group
   * @returns the decision; an error if the entry is not a valid URL
   */
  offer(entry: Entry, ordinal: number, detail: string): Decision | UrlError {
    const { view, start, end } = entry;
    const known = this.groups.find(entry.hash, view, start, end);
    if (known >= 0) {
      const isNew = this.groups.arrival === 'merged';
      if ((isNew || this.groups.isMarked) && this.#options.inspect(entry)) this.groups.mark();
      return this.#settle(view, start, end, known, ordinal, detail);
    }
    const isMarked = this.#options.inspect(entry);
    const keying = this.#options.keyOf(entry);
    if (keying instanceof UrlError) {
      if (ordinal >= 0) this.tally.rejected++;
      return keying;
    }
    if (this.#isFull) {
      this.#putAside(latin1(view, start, end), keying, ordinal, detail);
      return 'later';
    }
    const group =
      keying === 'own'
        ? this.groups.addKey(view, start, end, ordinal)
        : this.groups.add(view, start, end, keying.key, keying.pass, ordinal);
    if (isMarked) this.groups.mark();
    return this.#settle(view, start, end, group, ordinal, detail);
  }

  /** Adds an entry that had spilled. */
  offerAgain(entry: SpilledEntry): void {
    this.#scratch.setLatin1(entry.spelling);
    const { view, length } = this.#scratch;
    const known = this.groups.find(hashBytes(view, 0, length), view, 0, length);
    if (known >= 0) this.#settle(view, 0, length, known, entry.ordinal, entry.detail);
    else if (this.#isFull) this.#spilled().put(entry);
    else {
      const group = this.groups.add(view, 0, length, entry.key, entry.pass, entry.ordinal);
      this.#settle(view, 0, length, group, entry.ordinal, entry.detail);
    }
  }

  /** Processes the spilled entries. Yields every deduplicator when it is complete, this one last. */
  *finish(): Generator<Deduplicator> {
    if (this.#spill !== null) {
      yield* this.#spill.settle((share) => new Deduplicator(this.#options, this, share));
    }
    yield this;
  }

  *#hashKeys(): Steps<IntColumn> {
    const hashes = new IntColumn();
    const { indexNames } = this.#options;
    const fold = (view: DataView, start: number, end: number): number => blockingKeyOf(view, start, end, indexNames);
    yield* eachNumberInSteps(this.groups.base, this.groups.end, (group) => {
      hashes.push(this.groups.lookAtKey(group, fold));
    });
    return hashes;
  }

  get #isFull(): boolean {
    return this.#spill !== null || this.groups.bytes + this.selection.bytes > this.#room;
  }

  #spilled(): Spill {
    this.#spill ??= new Spill(this.#options.workspace(), this.share, this.#options.indexNames);
    return this.#spill;
  }

  #putAside(spelling: string, keying: 'own' | Keyed, ordinal: number, detail: string): void {
    const { key, pass } = keying === 'own' ? { key: spelling, pass: 0 } : keying;
    this.#spilled().put({ ordinal, pass, spelling, key, detail });
  }

  /** Counts an entry with a known group, and returns the decision. */
  #settle(view: DataView, start: number, end: number, group: number, ordinal: number, detail: string): Decision {
    const first = this.groups.first(group);
    if (ordinal >= 0) this.#count(first);
    if (this.#options.reports) this.#options.workspace().addMember({ group: first, ordinal, detail });
    const { keep } = this.#options;
    if (this.#options.atOnce) return this.#settleAtOnce(ordinal);
    const rank = keep === 'first' ? 0 : rankOf(keep, latin1(view, start, end), this.groups.key(group), ordinal);
    this.selection.note(group, ordinal, rank);
    return 'later';
  }

  #settleAtOnce(ordinal: number): Decision {
    const stays = this.groups.arrival === 'first';
    if (stays) this.selection.kept.set(ordinal, true);
    return stays ? 'stays' : 'goes';
  }

  #count(first: number): void {
    const { arrival, pass } = this.groups;
    if (arrival === 'first') this.tally.groups++;
    else if (first < 0) this.tally.elsewhere++;
    else if (arrival === 'copy') this.tally.copies++;
    else this.tally.addMerged(pass);
  }
}
