import { ArchiveEvidence, type ArchiveOptions, OrderError } from '../../../crawler/archive/archive-evidence.ts';
import type { Capture, NoCapture } from '../../../crawler/archive/capture.ts';
import { CdxReader } from '../../../crawler/archive/cdx-line.ts';
import { boundedLines } from '../../../crawler/evidence/bounded-lines.ts';
import { readWarcFile } from '../../../crawler/warc/warc-bytes.ts';
import { WarcError } from '../../../crawler/warc/warc-error.ts';
import { WarcReader } from '../../../crawler/warc/warc-reader.ts';
import { refuseOtherArchives } from '../../../crawler/warc/warc-scan.ts';
import { isZstandard } from '../../../crawler/warc/zstandard-members.ts';
import { giveWay } from '../../give-way.ts';
import { ListError } from '../../lists/error.ts';
import type { Source } from '../../lists/source.ts';
import { openInput } from '../io/standard-input.ts';
import { quoted } from '../render/printable.ts';
import { ReadingProgress } from '../render/reading-progress.ts';

/** Problems to show; further ones are counted. */
const MAX_SHOWN = 5;

/** The files of an archive. */
export interface ArchiveFiles {
  readonly cdx: readonly string[];
  readonly warc: readonly string[];
}

/** What was read. */
export interface ArchiveCounts {
  /** Captures in all files. */
  captures: number;
  /** Captures that are evidence about pages. */
  used: number;
  /** Captures of very large sites that were left out. */
  passedOver: number;
  /** Lines, records and files that could not be read. */
  unreadable: number;
  /** The first of these, as lines of text. */
  readonly problems: string[];
  /** The first file in another format, and what to do; null if there is none. */
  otherFormat: string | null;
}

export interface ReadingOptions extends Omit<ArchiveOptions, 'isInOrder'> {
  /** Forgets all evidence so far, because reading begins again. */
  readonly restart: () => void;
  readonly signal: AbortSignal;
}

/**
 * Reads archives. Sorted ones need little memory; if they turn out not to be sorted, it begins again and sorts them on
 * disk.
 *
 * @throws {ListError} if a file does not exist
 */
export async function readArchives(files: ArchiveFiles, options: ReadingOptions): Promise<ArchiveCounts> {
  // Standard input cannot be read again.
  if (files.cdx.includes('-') || files.warc.length > 0) return readOnce(files, options, false);
  try {
    return await readOnce(files, options, true);
  } catch (error) {
    if (!(error instanceof OrderError)) throw error;
    options.restart();
    return readOnce(files, options, false);
  }
}

async function readOnce(files: ArchiveFiles, options: ReadingOptions, isInOrder: boolean): Promise<ArchiveCounts> {
  const learner = new ArchiveEvidence({ ...options, isInOrder });
  const counts: ArchiveCounts = { captures: 0, used: 0, passedOver: 0, unreadable: 0, problems: [], otherFormat: null };
  const indexes = await Promise.all(files.cdx.map(openInput));
  const records = (await Promise.all(files.warc.map(openInput))).map((source) => {
    // Sites are not judged before the end of WARC files, so that there is nothing to wait for.
    const reader = new WarcReader((capture) => void added(capture, reading));
    return { source, reader, size: source.size, bytesRead: () => reader.offset };
  });
  const progress = new ReadingProgress([...indexes, ...records], 'captures');
  const reading = { learner, counts, progress, signal: options.signal };
  try {
    for (const source of indexes) await unlessDamaged(source, counts, readIndex(source, reading));
    for (const { source, reader } of records) {
      await unlessDamaged(source, counts, readRecords(source, reader, reading));
    }
    await learner.finish();
  } finally {
    progress.stop();
  }
  counts.used = learner.used - learner.passedOver;
  counts.passedOver = learner.passedOver;
  return counts;
}

interface Reading {
  readonly learner: ArchiveEvidence;
  readonly counts: ArchiveCounts;
  readonly progress: ReadingProgress;
  readonly signal: AbortSignal;
}

/** A file that ends in the middle still has captures. */
async function unlessDamaged(source: Source, counts: ArchiveCounts, reading: Promise<void>): Promise<void> {
  await reading.catch((error: unknown) => {
    if (!(error instanceof ListError)) throw error;
    note(counts, error.message);
  });
}

async function readIndex(source: Source, reading: Reading): Promise<void> {
  const reader = new CdxReader();
  const { counts, signal } = reading;
  let number = 0;
  let other: RegExp | null = null;
  for await (const lines of boundedLines(source)) {
    for (const line of lines) {
      number++;
      if (number === 1 && line !== null) other = noteOther(source, line, counts);
      if (line !== null && other?.test(line)) continue;
      const read = line === null ? 'too-long' : reader.read(line);
      if (typeof read === 'object') {
        const judged = added(read, reading);
        if (judged !== null) await judged;
      } else if (read !== 'blank') note(counts, `${quoted(source.name)}:${number}: ${PROBLEMS[read]}`);
    }
    await giveWay(signal);
  }
}

/** How lines of other formats look, unlike any of CDX or CDXJ, and what to do instead. */
const OTHERS: readonly (readonly [line: RegExp, about: (line: string) => string])[] = [
  [/^[[\]{]/, () => 'is JSON of a CDX server; ask the server without output=json'],
  [
    /^[^\t]* [0-9]+\t[^\t]+\t[0-9]+\t[0-9]+(?:\t|$)/,
    (line) => `only lists the files of an index; name those, such as ${quoted(line.split('\t')[1] ?? '')}`,
  ],
];

/** Notes a file whose first line is of another format. Returns how its lines look; null if it is an index. */
function noteOther({ name }: Source, line: string, counts: ArchiveCounts): RegExp | null {
  const [looks, about] = OTHERS.find(([pattern]) => pattern.test(line)) ?? [];
  if (about !== undefined) noteFormat(counts, `${quoted(name)} ${about(line)}`);
  return looks ?? null;
}

const PROBLEMS: Readonly<Record<Exclude<NoCapture, 'blank'> | 'too-long', string>> = {
  unreadable: 'not a line of CDX or CDXJ',
  'too-long': 'the line is longer than 64 KiB',
};

async function readRecords(source: Source, reader: WarcReader, { counts, signal }: Reading): Promise<void> {
  const name = quoted(source.name);
  const check = (head: Buffer): void => refuseOtherArchives(source.name, head);
  try {
    // A pipe can only be read once, from its start to its end.
    if (source.size === null) await readStretches(source, reader, signal);
    else await readWarcFile(source.name, reader, { signal, check });
  } catch (error) {
    if (!(error instanceof WarcError)) throw error;
    note(counts, error.message);
  }
  reader.finish();
  const { records, unreadable, readBeforeLoss } = reader;
  if (records === 0 && unreadable > 0) {
    return noteFormat(counts, `${name} is not a WARC file; if it is an index: --cdx ${name}`);
  }
  if (readBeforeLoss === null) return;
  note(counts, `${name}: damaged or cut off after the start of record ${readBeforeLoss}; what can be read counts`);
  counts.unreadable += unreadable - 1;
}

async function readStretches(source: Source, reader: WarcReader, signal: AbortSignal): Promise<void> {
  for await (const stretch of source.stretches) {
    if (reader.offset === 0 && isZstandard(stretch)) {
      throw new WarcError(
        'unreadable',
        `${source.name} is packed with Zstandard, which dustpan does not read from a pipe; save it to a file, and give the name of the file`,
      );
    }
    reader.push(stretch);
    await giveWay(signal);
  }
}

/** Only waits if sites are judged, because waiting takes longer than adding. */
function added(capture: Capture, { learner, counts, progress }: Reading): Promise<void> | null {
  progress.entries = ++counts.captures;
  return learner.add(capture);
}

/** Notes a file in another format. */
function noteFormat(counts: ArchiveCounts, problem: string): void {
  counts.otherFormat ??= problem;
  note(counts, problem);
}

function note(counts: ArchiveCounts, problem: string): void {
  counts.unreadable++;
  if (counts.problems.length < MAX_SHOWN) counts.problems.push(problem);
}
