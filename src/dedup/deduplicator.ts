import { ByteText } from '../compact/byte-text.ts';
import { IntColumn } from '../compact/column.ts';
import { blockingKeyOf } from '../evidence/blocking-key.ts';
import type { Entry } from '../lists/entry.ts';
import { UrlError } from '../url/error.ts';
import { Groups } from './groups.ts';
import { type KeepRule, rankOf } from './keep.ts';
import type { Keyed, Keying } from './keying.ts';
import { type Selected, Selection } from './selection.ts';
import { EVERYTHING, MAX_DEPTH, type Share, Spill, type SpilledEntry } from './spill.ts';
import { Tally } from './tally.ts';
import type { Workspace } from './workspace.ts';

/** What a sweep goes by. */
export interface SweepOptions {
  /** The key of the entry that is offered. */
  readonly keyOf: (entry: Entry) => Keying;
  readonly keep: KeepRule;
  readonly selected: Selected;
  /** Bytes of memory for what is known of the list; beyond that it goes to the workspace. */
  readonly memory: number;
  /** Opened when it is needed. */
  readonly workspace: () => Workspace;
  /** Whether the first of a group stays whatever follows, so that its fate shows at once. */
  readonly atOnce: boolean;
  /** Names of index pages in lower case, in place of the usual ones. */
  readonly indexNames: ReadonlySet<string> | null;
  /** Whether every entry is to be reported with its group, in the workspace. */
  readonly reports: boolean;
}

/** Bytes that every sweep may take: with less it could hardly settle a share. */
const LEAST_ROOM = 1 << 20;

/** What becomes of an entry: it stays, it goes, or that shows at the end. */
export type Decision = 'stays' | 'goes' | 'later';

/**
 * Finds which entries of a list are one. Entries come in with their numbers; those below 0 belong to another list, and
 * no entry of this one stays beside them.
 */
export class Deduplicator {
  readonly tally: Tally;
  /** The entries that stay; final when the sweep is finished. */
  readonly selection: Selection;
  readonly groups: Groups;
  /** The keys that come to it. */
  readonly share: Share;
  /** The sweep that puts aside what comes here: its groups count here too. */
  readonly below: Deduplicator | null;
  #blockingKeyes: IntColumn | null = null;
  readonly #options: SweepOptions;
  readonly #room: number;
  readonly #scratch = new ByteText();
  #spill: Spill | null = null;

  constructor(options: SweepOptions, below: Deduplicator | null = null, share: Share = EVERYTHING) {
    this.#options = options;
    this.below = below;
    this.share = share;
    // Half of the memory for this one, half of the rest for the next.
    const room = Math.max(LEAST_ROOM, options.memory / 2 ** (share.depth + 1));
    this.#room = share.depth < MAX_DEPTH ? room : Number.POSITIVE_INFINITY;
    this.tally = below === null ? new Tally() : below.tally;
    this.groups = new Groups(below?.groups ?? null);
    this.selection = new Selection(options.selected, below?.selection ?? null, this.groups.base);
  }

  /** Whether entries wait for the end because there is no memory for them. */
  get isSpilling(): boolean {
    return this.#spill !== null;
  }

  /** The fold hash of the key of each group of its own; to be asked for when it takes no more. */
  get blockingKeyes(): IntColumn {
    this.#blockingKeyes ??= this.#hashKeys();
    return this.#blockingKeyes;
  }

  /**
   * Takes an entry.
   *
   * @param ordinal its number in the list
   * @param detail what is to be reported of it, as bytes
   * @returns what becomes of it; an error where it is no URL
   */
  offer(entry: Entry, ordinal: number, detail: string): Decision | UrlError {
    const { view, start, end } = entry;
    const known = this.groups.find(view, start, end);
    if (known >= 0) return this.#settle(view, start, end, known, ordinal, detail);
    const keying = this.#options.keyOf(entry);
    if (keying instanceof UrlError) {
      if (ordinal >= 0) this.tally.rejected++;
      return keying;
    }
    if (this.#isFull) {
      this.#putAside(textOf(view, start, end), keying, ordinal, detail);
      return 'later';
    }
    const group =
      keying === 'own'
        ? this.groups.addKey(view, start, end, ordinal)
        : this.groups.add(view, start, end, keying.key, keying.pass, ordinal);
    return this.#settle(view, start, end, group, ordinal, detail);
  }

  /** Takes an entry that was put aside. */
  offerAgain(entry: SpilledEntry): void {
    this.#scratch.setLatin1(entry.spelling);
    const { view, length } = this.#scratch;
    const known = this.groups.find(view, 0, length);
    if (known >= 0) this.#settle(view, 0, length, known, entry.ordinal, entry.detail);
    else if (this.#isFull) this.#spilled().put(entry);
    else {
      const group = this.groups.add(view, 0, length, entry.key, entry.pass, entry.ordinal);
      this.#settle(view, 0, length, group, entry.ordinal, entry.detail);
    }
  }

  /** Settles the entries that were put aside. Hands out every sweep when it is done, this one last. */
  *finish(): Generator<Deduplicator> {
    if (this.#spill !== null) {
      yield* this.#spill.settle((share) => new Deduplicator(this.#options, this, share));
    }
    yield this;
  }

  #hashKeys(): IntColumn {
    const hashes = new IntColumn();
    const { indexNames } = this.#options;
    const fold = (view: DataView, start: number, end: number): number => blockingKeyOf(view, start, end, indexNames);
    for (let group = this.groups.base; group < this.groups.end; group++) {
      hashes.push(this.groups.lookAtKey(group, fold));
    }
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

  /** Counts an entry whose group is found, and says what becomes of it. */
  #settle(view: DataView, start: number, end: number, group: number, ordinal: number, detail: string): Decision {
    const first = this.groups.first(group);
    if (ordinal >= 0) this.#count(first);
    if (this.#options.reports) this.#options.workspace().addMember({ group: first, ordinal, detail });
    const { keep } = this.#options;
    if (this.#options.atOnce) return this.#settleAtOnce(ordinal);
    const rank = keep === 'first' ? 0 : rankOf(keep, textOf(view, start, end), this.groups.key(group), ordinal);
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

function textOf(view: DataView, start: number, end: number): string {
  return Buffer.from(view.buffer, view.byteOffset + start, end - start).toString('latin1');
}
