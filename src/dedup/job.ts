import { setImmediate } from 'node:timers/promises';
import { type Canonicalizer, type Change, compile } from '../canon/canonicalizer.ts';
import type { CanonOptions } from '../canon/options.ts';
import type { Entry, EntrySink } from '../lists/entry.ts';
import { ListError } from '../lists/error.ts';
import { feed, type List, openList } from '../lists/feed.ts';
import type { Format, ReadOptions } from '../lists/formats/format.ts';
import { lines as linesFormat } from '../lists/formats/lines.ts';
import { Heading } from '../lists/heading.ts';
import type { Output } from '../lists/output.ts';
import { MARK as BYTE_ORDER_MARK } from '../lists/reading/byte-order-mark.ts';
import type { Source } from '../lists/source.ts';
import { encodeBytes } from '../text/bytes.ts';
import { UrlError } from '../url/error.ts';
import { type Decision, Deduplicator } from './deduplicator.ts';
import type { KeepRule } from './keep.ts';
import { keyingOf } from './keying.ts';
import { type RejectCounts, Rejects } from './rejects.ts';
import { describe, detailOf, groupsOf, mergeInto } from './report.ts';
import type { Selected } from './selection.ts';
import type { Tally } from './tally.ts';
import { indexNamesOf, Undecided, type UndecidedGroup } from './undecided.ts';
import type { Workspace } from './workspace.ts';
import { Writer } from './writer.ts';

/** What is printed of an entry: the entry itself, its canonical URL, its key, or a JSON object with all of them. */
export type Emitted = 'found' | 'canonical' | 'key' | 'json';

/** Lists, and what is to become of them. */
export interface JobOptions {
  readonly sources: readonly Source[];
  /** A list whose entries count as seen before. */
  readonly against: Source | null;
  /** The format of all the lists; null where each is told by its content. */
  readonly format: Format | null;
  readonly read: ReadOptions;
  readonly canon: CanonOptions;
  readonly keep: KeepRule;
  readonly selected: Selected;
  readonly emitted: Emitted;
  /** Whether each line starts with the number of entries of its group. */
  readonly counts: boolean;
  /** Bytes of memory for what is known of the lists. */
  readonly memory: number;
  readonly workspace: () => Workspace;
  readonly output: Output;
  /** Takes the entries that stay, as they are printed, for the end of the list `against`; null where nothing is added. */
  readonly append: Output | null;
  /** Takes the entries that are no URLs; null where they stay. */
  readonly rejects: Output | null;
  /** Whether of entries that are no URLs exact repeats are dropped. */
  readonly collapsesRejects: boolean;
  /** Takes the groups of several entries, an object a line. */
  readonly groups: Output | null;
  /** Takes what waits for evidence, an object a line. */
  readonly undecided: Output | null;
  /** Takes what waits for evidence. */
  readonly onUndecided: ((group: UndecidedGroup) => void) | null;
  /** The evidence for a pass to make its change, as it is to be written with groups; null where nobody knows of any. */
  readonly cite: ((change: Change) => readonly object[]) | null;
  readonly onReject: (reject: Reject) => void;
  /** Called now and then; throws where the work is to end. */
  readonly onProgress: (entries: number) => void;
}

/** An entry that is no URL. */
export interface Reject {
  readonly list: string;
  readonly line: number;
  readonly url: string;
  readonly error: UrlError;
}

/** What became of the lists. */
export interface Summary {
  readonly tally: Tally;
  readonly printed: number;
  /** Whether there was less memory than was needed. */
  readonly spilled: boolean;
  readonly undecided: Undecided;
  /** What became of the entries that are no URLs. */
  readonly rejects: RejectCounts;
  /** What the entries are: the lines of the lists, links of pages, or entries of another format. */
  readonly unit: 'line' | 'link' | 'entry';
}

/**
 * Finds which entries of lists are one, and writes those that stay.
 *
 * @throws {ListError | FormatError} where a list cannot be read, or an output not be written
 */
export async function dedupLists(options: JobOptions): Promise<Summary> {
  return new Job(options).run();
}

/** The number of the first entry of the list that others are held against; entries of those have numbers from 0. */
const FIRST_AGAINST = -(2 ** 31);

/** Of the memory, what entries that are no URLs may take where their repeats are dropped. */
const REJECTS_SHARE = 1 / 8;

class Job {
  readonly #options: JobOptions;
  readonly #canonicalizer: Canonicalizer;
  /** For each entry that stays, how many there are of it; made when all have come. */
  #counts: Int32Array | null = null;
  readonly #heading = new Heading();
  /** The name of the list at hand. */
  #list = '';
  #ordinal = 0;
  #printed = 0;

  constructor(options: JobOptions) {
    this.#options = options;
    this.#canonicalizer = compile(options.canon);
  }

  async run(): Promise<Summary> {
    const { sources, against, format, canon, output, append, workspace } = this.#options;
    const lists: List[] = [];
    for (const source of sources) lists.push(await openList(source, format));
    const shape = shapeOf(lists, this.#options);
    const sweep = this.#createSweep(shape);
    const rejects = this.#createRejects(shape);
    const writer = new Writer(output, append, this.#renderer(shape), workspace);
    if (against !== null) await this.#readAgainst(await openList(against, null), shape, sweep);
    for (const [index, list] of lists.entries()) {
      await this.#read(list, index, index === lists.length - 1, shape, sweep, rejects, writer);
    }
    const undecided = await this.#settle(sweep, canon);
    await this.#print(shape, sweep, writer);
    return {
      tally: sweep.tally,
      printed: this.#printed,
      spilled: sweep.isSpilling,
      undecided,
      rejects,
      unit: unitOf(lists),
    };
  }

  #createSweep({ merge }: Shape): Deduplicator {
    const { keep, selected, counts, workspace, canon, groups, collapsesRejects } = this.#options;
    const memory = this.#options.memory * (collapsesRejects ? 1 - REJECTS_SHARE : 1);
    return new Deduplicator({
      keyOf: (entry) => keyingOf(this.#canonicalizer, entry),
      keep,
      selected,
      memory,
      workspace,
      atOnce: keep === 'first' && selected === 'all' && !counts && merge === null,
      indexNames: indexNamesOf(canon),
      reports: groups !== null || merge !== null,
    });
  }

  #createRejects({ isOwn }: Shape): Rejects {
    const { rejects, selected, collapsesRejects, memory, workspace } = this.#options;
    const place = isOwn && selected === 'all' ? 'kept' : 'leftOut';
    const room = collapsesRejects ? memory * REJECTS_SHARE : null;
    return new Rejects(rejects === null ? place : 'written', room, workspace);
  }

  async #readAgainst(list: List, shape: Shape, sweep: Deduplicator): Promise<void> {
    const { append, read } = this.#options;
    if (append !== null) checkAppendable(list, shape);
    const heading = append !== null && list.format.hasHeading ? this.#heading : null;
    heading?.startList(list.source.name, false);
    let ordinal = FIRST_AGAINST;
    const taker: EntrySink = {
      entry: (entry) => {
        heading?.entry();
        sweep.offer(entry, ordinal++, this.#detail(entry, list, null));
      },
      other: (bytes) => {
        heading?.takes(bytes);
      },
    };
    await feed(list, read, true, taker, this.#pause);
  }

  async #read(
    list: List,
    index: number,
    isLast: boolean,
    shape: Shape,
    sweep: Deduplicator,
    rejects: Rejects,
    writer: Writer,
  ): Promise<void> {
    this.#list = list.source.name;
    const heading = shape.isOwn && list.format.hasHeading ? this.#heading : null;
    heading?.startList(this.#list, true);
    const taker: EntrySink = {
      entry: (entry) => {
        heading?.entry();
        const ordinal = this.#ordinal++;
        const fate = sweep.offer(entry, ordinal, this.#detail(entry, list, shape.merge));
        if (fate instanceof UrlError) this.#reject(entry, list, fate, shape, rejects, writer);
        else this.#write(entry, ordinal, fate, writer);
      },
      other: (bytes) => {
        // A byte order mark stands at the start, and nowhere else.
        if (!shape.isOwn || (index > 0 && bytes === BYTE_ORDER_MARK)) return;
        if (heading?.takes(bytes) !== false) writer.other(bytes);
      },
    };
    await feed(list, this.#options.read, isLast, taker, async () => {
      await this.#pause();
      await writer.flush();
    });
  }

  #write(entry: Entry, ordinal: number, fate: Decision, writer: Writer): void {
    if (fate === 'stays') this.#printed++;
    writer.entry(entry, ordinal, fate);
  }

  #reject(entry: Entry, { source }: List, error: UrlError, { isOwn }: Shape, counts: Rejects, writer: Writer): void {
    const url = entry.url();
    this.#options.onReject({ list: source.name, line: entry.line, url, error });
    if (!counts.add(url, () => entry.bytes(), error)) return;
    if (counts.fate === 'written') this.#options.rejects?.text(isOwn ? entry.bytes() : lineOf(url));
    else if (counts.fate === 'kept') writer.other(entry.bytes());
  }

  /** What is to be known of the entry when its group is complete. */
  #detail(entry: Entry, { source }: List, merge: Format['merge'] | null): string {
    if (this.#options.groups === null && merge === null) return '';
    return detailOf(entry, source.name, merge !== null);
  }

  readonly #pause = async (): Promise<void> => {
    // Ctrl-C gets its turn.
    await setImmediate();
    this.#options.onProgress(this.#ordinal);
    for (const output of [this.#options.rejects, this.#options.groups]) await output?.flush();
  };

  /** Settles what waits, and looks for what evidence would add. */
  async #settle(root: Deduplicator, canon: CanonOptions): Promise<Undecided> {
    const { undecided: output, onUndecided } = this.#options;
    if (this.#options.counts) this.#counts = new Int32Array(this.#ordinal);
    const isWanted = output !== null || onUndecided !== null;
    const report = (group: UndecidedGroup): void => {
      output?.text(lineOf(JSON.stringify(group)));
      onUndecided?.(group);
    };
    const undecided = new Undecided(canon, isWanted ? report : null);
    for (const sweep of root.finish()) {
      if (!sweep.isSpilling) await undecided.examine(sweep, this.#pause);
      if (this.#counts !== null) fillIn(this.#counts, sweep);
      await output?.flush();
      await this.#pause();
    }
    return undecided;
  }

  async #print({ merge }: Shape, sweep: Deduplicator, writer: Writer): Promise<void> {
    const { groups, workspace, cite } = this.#options;
    const { kept } = sweep.selection;
    const merged = new Map<number, string>();
    if (groups !== null || merge !== null) {
      for (const group of groupsOf(workspace().members(), kept)) {
        groups?.text(lineOf(JSON.stringify(describe(group, this.#canonicalizer, cite))));
        if (merge !== null) mergeInto(merged, group, merge);
        await groups?.flush();
      }
    }
    await writer.finish((ordinal, bytes) => {
      if (!kept.has(ordinal)) return null;
      this.#printed++;
      const count = this.#counts?.[ordinal];
      return count === undefined ? (merged.get(ordinal) ?? bytes) : withCount(bytes, count);
    }, this.#pause);
  }

  /** What is printed of an entry; null where that is the entry as it stands. */
  #renderer({ isOwn }: Shape): ((entry: Entry) => string) | null {
    const { canonicalize, key } = this.#canonicalizer;
    switch (this.#options.emitted) {
      case 'found':
        return isOwn ? null : (entry) => lineOf(entry.url());
      case 'canonical':
        return (entry) => lineOf(made(canonicalize, entry));
      case 'key':
        return (entry) => lineOf(made(key, entry));
      case 'json':
        return (entry) => {
          const url = entry.url();
          return lineOf(JSON.stringify({ url, key: key(url), file: this.#list, line: entry.line }));
        };
    }
  }
}

function fillIn(counts: Int32Array, { selection }: Deduplicator): void {
  selection.eachCount((ordinal, count) => {
    // Entries of the list that this one is held against have numbers below 0.
    if (ordinal >= 0) counts[ordinal] = count;
  });
}

function unitOf(lists: readonly List[]): Summary['unit'] {
  if (lists.every(({ format }) => format === linesFormat)) return 'line';
  return lists.every(({ format }) => format.output === 'links') ? 'link' : 'entry';
}

/** The form of what is printed. */
interface Shape {
  /** The format of what is printed. */
  readonly format: Format;
  /** Whether it is a document of the lists' own format, with all that stands between entries. */
  readonly isOwn: boolean;
  readonly merge: NonNullable<Format['merge']> | null;
}

/** Lists of one format stay in it, if its documents may stand one after the other; otherwise a URL a line is printed. */
function shapeOf(lists: readonly List[], { emitted, counts }: JobOptions): Shape {
  const [format, ...others] = new Set(lists.map((list) => list.format));
  const isOne =
    others.length === 0 && (format?.output === 'lines' || (format?.output === 'document' && lists.length === 1));
  const isOwn = emitted === 'found' && !counts && isOne;
  return {
    format: isOwn && format !== undefined ? format : linesFormat,
    isOwn,
    merge: isOwn ? (format?.merge ?? null) : null,
  };
}

/** What is made of an entry's URL; only entries that are URLs are printed. */
function made(make: (url: string) => string | UrlError, entry: Entry): string {
  const result = make(entry.url());
  return result instanceof UrlError ? '' : result;
}

/** @throws {ListError} where what is printed would be no part of the list */
function checkAppendable({ format, source: { name } }: List, shape: Shape): void {
  if (format === shape.format && format.output === 'lines') return;
  throw new ListError(
    'mixed-formats',
    `what is printed (${shape.format.name}) cannot be added to ${name} (${format.name}); leave out --append, or name a list of the same format`,
  );
}

function lineOf(text: string): string {
  return `${encodeBytes(text)}\n`;
}

/** As `uniq -c` writes it; in an object a field more. */
function withCount(line: string, count: number): string {
  return line.startsWith('{') ? `${line.slice(0, -2)},"count":${count}}\n` : `${String(count).padStart(7)} ${line}`;
}
