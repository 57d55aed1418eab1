import { setImmediate } from 'node:timers/promises';
import { type Canonicalizer, type Change, compile } from '../canon/canonicalizer.ts';
import type { CanonOptions } from '../canon/options.ts';
import type { Entry, EntrySink } from '../lists/entry.ts';
import { FormatError, ListError } from '../lists/error.ts';
import { ANY_SITE, accessLog } from '../lists/formats/access-log.ts';
import type { Format, ReadOptions } from '../lists/formats/format.ts';
import { FORMATS } from '../lists/formats/index.ts';
import { lines as linesFormat } from '../lists/formats/lines.ts';
import { Heading } from '../lists/heading.ts';
import { type Mistake, readMistakenLine } from '../lists/line-urls.ts';
import { feed, type List, openList } from '../lists/list.ts';
import type { Output } from '../lists/output.ts';
import { MARK as BYTE_ORDER_MARK } from '../lists/reading/byte-order-mark.ts';
import type { Source } from '../lists/source.ts';
import { encodeBytes } from '../text/bytes.ts';
import { orNull, UrlError } from '../url/error.ts';
import { Deduplicator, type DeduplicatorOptions, keyingOf } from './deduplicator.ts';
import type { GroupSink } from './group-sink.ts';
import { Hints } from './hints.ts';
import { type RejectCounts, Rejects } from './rejects.ts';
import { type CompleteGroup, detailOf, groupsOf, mergeInto, readDetail } from './report.ts';
import { describeMember } from './reported-group.ts';
import type { Tally } from './tally.ts';
import { indexNamesOf, Undecided, type UndecidedGroup } from './undecided.ts';
import { Writer } from './writer.ts';

/** How many members of groups are reported between pauses. */
const MEMBERS_AT_ONCE = 1000;

/** What to print for an entry: the entry itself, its canonical URL, its key, or a JSON object with all of them. */
export type Emitted = 'found' | 'canonical' | 'key' | 'json';

/** Options of {@link dedupLists}. */
export interface JobOptions extends Pick<DeduplicatorOptions, 'keep' | 'selected' | 'memory' | 'workspace'> {
  /** The lists to deduplicate, in order. */
  readonly sources: readonly Source[];
  /** A reference list. Its entries count as already seen. */
  readonly against: Source | null;
  /** The format of all lists; null to detect it for each. */
  readonly format: Format | null;
  /** Formats of the user, which are detected before the built-in ones. */
  readonly ownFormats: readonly Format[];
  /** Options for the readers of formats. */
  readonly read: Pick<ReadOptions, 'column' | 'field' | 'base'>;
  /** Whether to replace lines of plain lists that contain mistakes by the URLs in them. */
  readonly cleans: boolean;
  /** How to canonicalize URLs. */
  readonly canon: CanonOptions;
  /** What to print for an entry. */
  readonly emitted: Emitted;
  /** Whether each line starts with the size of its group. */
  readonly counts: boolean;
  /** Receives the kept entries. */
  readonly output: Output;
  /** Also receives the kept entries as printed, to append to the reference list; null to append nothing. */
  readonly append: Output | null;
  /** Receives the entries that are not valid URLs; null to leave them in place. */
  readonly rejects: Output | null;
  /** Whether to drop exact repeats of entries that are not valid URLs. */
  readonly collapsesRejects: boolean;
  /** Receives the groups with several entries; null for no report. */
  readonly groups: GroupSink | null;
  /** Receives the undecided groups, one JSON object per line; null for no report. */
  readonly undecided: Output | null;
  /** Called for each undecided group. */
  readonly onUndecided: ((group: UndecidedGroup) => void) | null;
  /** Returns the evidence behind a change, to report with groups; null if there is none. */
  readonly cite: ((change: Change) => readonly object[]) | null;
  /** Called for each entry that is not a valid URL. */
  readonly onReject: (reject: Reject) => void;
  /** Called now and then with the number of entries read. Throws to abort the job. */
  readonly onProgress: (entries: number) => void;
}

/** An entry that is not a valid URL. */
export interface Reject {
  /** The name of the list. */
  readonly list: string;
  /** The line of the entry, from 1. */
  readonly line: number;
  /** The text of the entry. */
  readonly url: string;
  /** Why it is not a valid URL. */
  readonly error: UrlError;
}

/** The result of {@link dedupLists}. */
export interface Summary extends Pick<Hints, 'mistakes' | 'columns' | 'withoutField' | 'withoutLinks' | 'wideRows'> {
  /** Counts over all entries. */
  readonly tally: Tally;
  /** The number of entries printed. */
  readonly printed: number;
  /** Whether memory ran out, so that entries spilled to the workspace. */
  readonly spilled: boolean;
  /** Counts of undecided groups. */
  readonly undecided: Undecided;
  /** Counts of the entries that are not valid URLs. */
  readonly rejects: RejectCounts;
  /** What an entry is: a line, a link in a page, or an entry of another format. */
  readonly unit: 'line' | 'link' | 'entry';
  /** The names of the lists' formats, each once. */
  readonly formats: readonly string[];
}

/**
 * Deduplicates lists, and writes the kept entries.
 *
 * @throws {ListError} if a list cannot be read or an output cannot be written
 * @throws {FormatError} if a list does not match its format
 * @throws {CanonOptionsError} if `canon` names something unknown
 */
export async function dedupLists(options: JobOptions): Promise<Summary> {
  return new Job(options).run();
}

/** The ordinal of the first entry in the reference list. Entries of the other lists count from 0. */
const FIRST_AGAINST = -(2 ** 31);

/** The share of memory for entries that are not valid URLs, if their repeats are dropped. */
const REJECTS_SHARE = 1 / 8;

class Job {
  readonly #options: JobOptions;
  readonly #canonicalizer: Canonicalizer;
  /** The group size for each kept entry; filled in at the end. */
  #counts: Int32Array | null = null;
  readonly #heading = new Heading();
  readonly #hints = new Hints();
  /** Whether the current list is plain, and its mistakes count. */
  #isPlain = false;
  /** The name of the current list. */
  #list = '';
  /** The site of logs that do not name it, if nothing but their lines is compared and printed. */
  #base: Pick<ReadOptions, 'base'> = {};
  #ordinal = 0;
  #printed = 0;
  /** The members of groups that were reported. */
  #reported = 0;

  constructor(options: JobOptions) {
    this.#options = options;
    this.#canonicalizer = compile(options.canon);
  }

  async run(): Promise<Summary> {
    const { sources, against, format, ownFormats, canon, output, append, workspace } = this.#options;
    const lists: List[] = [];
    for (const source of sources) lists.push(await openList(source, format, ownFormats));
    const againstList = against === null ? null : await openList(against, null, ownFormats);
    refuseIdleOptions(this.#options, againstList === null ? lists : [...lists, againstList]);
    const shape = shapeOf(lists, this.#options);
    if (comparesLogs(shape, againstList, this.#options)) this.#base = { base: ANY_SITE };
    const deduplicator = this.#createDeduplicator(shape);
    const rejects = this.#createRejects(shape);
    const writer = new Writer(output, append, this.#renderer(shape), workspace);
    const parts = { shape, deduplicator, rejects, writer };
    if (againstList !== null) await this.#readAgainst(againstList, parts);
    for (const list of lists) await this.#read(list, list === lists[0], list === lists.at(-1), parts);
    const undecided = await this.#settle(deduplicator, canon);
    await this.#print(parts);
    return {
      tally: deduplicator.tally,
      printed: this.#printed,
      spilled: deduplicator.isSpilling,
      undecided,
      rejects,
      unit: unitOf(lists),
      mistakes: this.#hints.mistakes,
      columns: this.#hints.columns,
      withoutField: this.#hints.withoutField,
      withoutLinks: this.#hints.withoutLinks,
      wideRows: this.#hints.wideRows,
      formats: [...new Set(lists.map(({ format: { name } }) => name))],
    };
  }

  #createDeduplicator({ merge }: Shape): Deduplicator {
    const { keep, selected, counts, workspace, canon, groups, collapsesRejects, cleans } = this.#options;
    const memory = this.#options.memory * (collapsesRejects ? 1 - REJECTS_SHARE : 1);
    return new Deduplicator({
      keyOf: (entry) => keyingOf(this.#canonicalizer, entry),
      inspect: cleans ? () => false : this.#inspect,
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

  async #readAgainst(list: List, { shape, deduplicator }: Parts): Promise<void> {
    const { append } = this.#options;
    if (append !== null) checkAppendable(list, shape);
    const heading = append !== null && list.format.hasHeading ? this.#heading : null;
    heading?.startList(list.source.name, false);
    let ordinal = FIRST_AGAINST;
    const sink: EntrySink = {
      isDocument: false,
      entry: (entry) => {
        heading?.entry();
        deduplicator.offer(entry, ordinal++, this.#detail(entry, list, shape.merge));
      },
      other: (bytes) => {
        heading?.takes(bytes);
      },
      ahead: (hashes, count) => deduplicator.groups.ahead(hashes, count),
    };
    await feed(list, this.#reading(list, false), true, sink, this.#pause);
  }

  async #read(list: List, isFirst: boolean, isLast: boolean, parts: Parts): Promise<void> {
    const { shape, deduplicator, writer } = parts;
    this.#list = list.source.name;
    this.#isPlain = list.format === linesFormat;
    const heading = shape.isOwn && list.format.hasHeading ? this.#heading : null;
    heading?.startList(this.#list, true);
    const first = this.#ordinal;
    const sink: EntrySink = {
      isDocument: shape.isOwn,
      entry: (entry) => {
        heading?.entry();
        const ordinal = this.#ordinal++;
        const decision = deduplicator.offer(entry, ordinal, this.#detail(entry, list, shape.merge));
        if (decision instanceof UrlError) this.#reject(entry, list, decision, parts);
        else {
          if (decision === 'stays') this.#printed++;
          writer.entry(entry, ordinal, decision);
        }
      },
      other: (bytes) => {
        // A byte order mark is allowed only at the start.
        if (!shape.isOwn || (!isFirst && bytes === BYTE_ORDER_MARK)) return;
        if (heading?.takes(bytes) !== false) writer.other(bytes);
      },
      ahead: (hashes, count) => deduplicator.groups.ahead(hashes, count),
    };
    await feed(list, this.#reading(list, true), isLast, sink, async () => {
      await this.#pause();
      await writer.flush();
    });
    if (this.#ordinal > first || list.isEmpty || this.#isPlain) return;
    this.#hints.withoutLinks.push({ file: this.#list, format: list.format.name });
  }

  /** @param counts whether mistakes in this list count */
  #reading({ source: { name } }: List, counts: boolean): ReadOptions {
    const clean = (mistake: Mistake, line: number): void => {
      if (counts) this.#hints.addMistake(mistake, name, line);
    };
    return {
      ...this.#base,
      ...this.#options.read,
      onColumn: (choice) => this.#hints.addColumn(choice, name),
      onFields: (fields) => this.#hints.withoutField.push({ file: name, fields }),
      onWideRow: (line) => this.#hints.addWideRow(name, line),
      ...(this.#options.cleans && { clean }),
    };
  }

  readonly #inspect = (entry: Entry): boolean => {
    const mistake = readMistakenLine(entry.url())?.mistake;
    if (mistake === undefined) return false;
    if (this.#isPlain) this.#hints.addMistake(mistake, this.#list, entry.line);
    return true;
  };

  #reject(entry: Entry, { source }: List, error: UrlError, { shape, rejects, writer }: Parts): void {
    const url = entry.url();
    this.#options.onReject({ list: source.name, line: entry.line, url, error });
    if (!rejects.add(url, () => entry.bytes(), error)) return;
    if (rejects.place === 'written') this.#options.rejects?.text(shape.isOwn ? entry.bytes() : lineOf(url));
    else if (rejects.place === 'kept') writer.other(entry.bytes());
  }

  /** The data to keep for the report on the entry's group. */
  #detail(entry: Entry, { source }: List, merge: Format['merge'] | null): string {
    if (this.#options.groups === null && merge === null) return '';
    return detailOf(entry, source.name, merge !== null);
  }

  readonly #pause = async (): Promise<void> => {
    // Lets Ctrl-C through.
    await setImmediate();
    this.#options.onProgress(this.#ordinal);
    for (const output of [this.#options.rejects, this.#options.groups]) await output?.flush();
  };

  /** Processes spilled entries, and counts undecided groups. */
  async #settle(root: Deduplicator, canon: CanonOptions): Promise<Undecided> {
    const { undecided: output, onUndecided } = this.#options;
    if (this.#options.counts) this.#counts = new Int32Array(this.#ordinal);
    const isWanted = output !== null || onUndecided !== null;
    const report = (group: UndecidedGroup): void => {
      output?.text(lineOf(JSON.stringify(group)));
      onUndecided?.(group);
    };
    const undecided = new Undecided(canon, isWanted ? report : null);
    for (const deduplicator of root.finish()) {
      if (!deduplicator.isSpilling) await undecided.examine(deduplicator, this.#pause);
      if (this.#counts !== null) fillIn(this.#counts, deduplicator);
      await output?.flush();
      await this.#pause();
    }
    return undecided;
  }

  async #print({ shape: { merge }, deduplicator, writer }: Parts): Promise<void> {
    const { groups, workspace } = this.#options;
    const { kept } = deduplicator.selection;
    const merged = new Map<number, string>();
    if (groups !== null || merge !== null) {
      for (const group of groupsOf(workspace().members(), kept)) {
        if (groups !== null) await this.#report(group, groups);
        if (merge !== null) mergeInto(merged, group, merge);
      }
      await groups?.flush();
    }
    await writer.finish((ordinal, bytes) => {
      if (!kept.has(ordinal)) return null;
      this.#printed++;
      const count = this.#counts?.[ordinal];
      return count === undefined ? (merged.get(ordinal) ?? bytes) : withCount(bytes, count);
    }, this.#pause);
  }

  async #report({ kept, members }: CompleteGroup, groups: GroupSink): Promise<void> {
    const { key, trace } = this.#canonicalizer;
    for (const [at, member] of members.entries()) {
      const detail = readDetail(member);
      // Entries of a group are always valid URLs.
      if (at === 0) groups.begin(String(key(detail.url)), kept === null ? null : readDetail(kept).url);
      groups.member(describeMember(detail, trace, this.#options.cite));
      if (++this.#reported % MEMBERS_AT_ONCE === 0) await this.#pause();
    }
    groups.end();
  }

  /** Converts an entry for output; null to print it unchanged. */
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
    // Entries of the reference list have negative ordinals.
    if (ordinal >= 0) counts[ordinal] = count;
  });
}

function unitOf(lists: readonly List[]): Summary['unit'] {
  if (lists.every(({ format }) => format === linesFormat)) return 'line';
  return lists.every(({ format }) => format.output === 'links') ? 'link' : 'entry';
}

/** What reads and writes the lists. */
interface Parts {
  readonly shape: Shape;
  readonly deduplicator: Deduplicator;
  readonly rejects: Rejects;
  readonly writer: Writer;
}

/** How to write the output. */
interface Shape {
  /** The format of the output. */
  readonly format: Format;
  /** Whether the output is a document in the lists' own format, with everything between the entries. */
  readonly isOwn: boolean;
  /** Merges dropped entries into the kept one; null if the format does not do this. */
  readonly merge: NonNullable<Format['merge']> | null;
}

/** @throws {FormatError} for an option that no list uses */
function refuseIdleOptions({ read, ownFormats }: JobOptions, lists: readonly List[]): void {
  const full = lists.filter(({ isEmpty }) => !isEmpty);
  for (const option of ['column', 'field', 'base'] as const) {
    if (read[option] === undefined || full.length === 0 || full.some(({ format }) => format.uses?.includes(option)))
      continue;
    const names = [...new Set(full.map(({ format }) => format.name))].join(', ');
    const users = [...ownFormats, ...FORMATS].filter(({ uses }) => uses?.includes(option)).map(({ name }) => name);
    throw new FormatError(
      'bad-format',
      `--${option} has no effect on the format ${names}; remove it, or set --input-format to ${users.join(' or ')}`,
    );
  }
}

/** Keeps the format if all lists share it and their documents can be joined. Otherwise prints one URL per line. */
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

/** Whether only lines of access logs are compared and printed, and no URLs made of them. */
function comparesLogs(
  { format }: Shape,
  against: List | null,
  { groups, undecided, onUndecided }: JobOptions,
): boolean {
  const isAlone = format === accessLog && (against === null || against.format === accessLog);
  return isAlone && groups === null && undecided === null && onUndecided === null;
}

/** Applies a conversion. Entries that are not valid URLs are never printed. */
function made(make: (url: string) => string | UrlError, entry: Entry): string {
  return orNull(make(entry.url())) ?? '';
}

/** @throws {ListError} if the output does not fit into the reference list */
function checkAppendable({ format, source: { name } }: List, shape: Shape): void {
  if (format === shape.format && format.output === 'lines') return;
  throw new ListError(
    'mixed-formats',
    `cannot append ${shape.format.name} output to ${name}, which is ${format.name}; leave out --append, or use a reference list in the same format`,
  );
}

function lineOf(text: string): string {
  return `${encodeBytes(text)}\n`;
}

/** The count as `uniq -c` writes it, or as one more field of an object. */
function withCount(line: string, count: number): string {
  return line.startsWith('{') ? `${line.slice(0, -2)},"count":${count}}\n` : `${String(count).padStart(7)} ${line}`;
}
