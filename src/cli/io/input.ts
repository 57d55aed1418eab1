import { isUtf8 } from 'node:buffer';
import { existsSync, statSync } from 'node:fs';
import { stdin } from 'node:process';
import { endsInCarriageReturns } from '../../lists/reading/carriage-returns.ts';
import { checkBytes } from '../../lists/reading/check-bytes.ts';
import { naming, type Source, startOf } from '../../lists/source.ts';
import { decodeBytes } from '../../text/bytes.ts';
import { shellWord } from '../../text/shell-word.ts';
import { quoted } from '../render/printable.ts';
import { UsageError } from './exit.ts';
import { noteLine } from './output.ts';
import { openInput } from './standard-input.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The maximum length of a line, in bytes. */
const MAX_LINE = 1 << 27;
/** How much of a text without line feeds is changed at a time, in bytes. */
const PART = 1 << 16;

/** Is told how many lines of a batch are not UTF-8. Their bytes beyond ASCII are escapes then, as in a URL. */
type OnForeign = (lines: number) => void;

/** What is typed on the command line to be read; null for nothing and for `-`, which stand for standard input. */
export function typed(args: readonly string[]): readonly string[] | null {
  return args.length === 0 || (args.length === 1 && args[0] === '-') ? null : args;
}

/** If an argument is the name of a file, says how to read URLs from that file. */
export function hintAtFile(args: readonly string[]): void {
  const file = typed(args)?.find((name) => existsSync(name) && statSync(name).isFile());
  if (file !== undefined)
    noteLine(
      `${quoted(file)} is a file, not a URL; to read URLs from it, write < ${quoted(shellWord(file))} in its place`,
    );
}

/** Yields the arguments, or without any and for `-` the lines of standard input, without BOM and line ends. */
export async function* inputLines(args: readonly string[], onForeign?: OnForeign): AsyncGenerator<readonly string[]> {
  const given = typed(args);
  if (given !== null) {
    yield given;
    return;
  }
  if (stdin.isTTY) throw new UsageError('no URL given; add URLs as arguments, or pipe in a list');
  for await (const { bytes, isFirst } of wholeLines(textBytes())) {
    const lines = textOf(bytes, isFirst, onForeign).split('\n');
    if (bytes.at(-1) === LINE_FEED) lines.pop();
    yield lines;
  }
}

/** Yields the same lines of standard input as UTF-8 with line feeds; bytes that are already in this form pass through. */
export async function* inputBytes(onForeign?: OnForeign): AsyncGenerator<Uint8Array> {
  for await (const { bytes, isFirst } of wholeLines(textBytes())) {
    const isAsItIs = isUtf8(bytes) && !bytes.includes('\r') && !(isFirst && bytes.includes('\ufeff'));
    yield isAsItIs ? bytes : Buffer.from(textOf(bytes, isFirst, onForeign));
  }
}

/** The bytes of standard input, unpacked if they are gzipped. */
async function* textBytes(): AsyncGenerator<Buffer> {
  // What arrives first is enough: a program may send one line, and wait for the answer.
  yield* (await startOfText(await openInput('-'), 1)).all;
}

/**
 * At least the first `size` bytes of a text, if it has as many, and all of it.
 *
 * @throws {FormatError} for UTF-16 and UTF-32, and if it is packed with anything but gzip
 */
export async function startOfText(source: Source, size: number): ReturnType<typeof startOf> {
  const start = await startOf(source.stretches, size);
  try {
    checkBytes(start.head.toString('latin1'));
  } catch (error) {
    throw naming(source, error);
  }
  return start;
}

interface Batch {
  /** Complete lines with line feeds; the last line of the stream may have none. */
  readonly bytes: Buffer;
  readonly isFirst: boolean;
}

/** Yields the lines of a stream in batches, as they arrive. */
async function* wholeLines(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Batch> {
  let unfinished: Buffer[] = [];
  let size = 0;
  let isFirst = true;
  for await (const bytes of stream) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = chunk.lastIndexOf(LINE_FEED);
    unfinished.push(end < 0 ? chunk : chunk.subarray(0, end + 1));
    size += chunk.length;
    if (end < 0) {
      if (size > MAX_LINE)
        throw new UsageError(`a line is longer than ${MAX_LINE} bytes; check that the input is a list`);
      continue;
    }
    yield { bytes: Buffer.concat(unfinished), isFirst };
    isFirst = false;
    unfinished = [chunk.subarray(end + 1)];
    size = chunk.length - end - 1;
  }
  const rest = Buffer.concat(unfinished);
  // A whole text without a line feed: its lines may end in carriage returns.
  if (isFirst && endsInCarriageReturns(rest.toString('latin1'))) yield* wholeLines(withLineFeeds(rest));
  else if (rest.length > 0) yield { bytes: rest, isFirst };
}

/** The text in parts, with line feeds for its carriage returns. */
function* withLineFeeds(text: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < text.length; at += PART)
    yield text.subarray(at, at + PART).map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte));
}

function textOf(bytes: Buffer, isFirst: boolean, onForeign?: OnForeign): string {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : eachLineDecoded(bytes, onForeign);
  const lines = isFirst && text.startsWith('\ufeff') ? text.slice(1) : text;
  return lines.includes('\r') ? lines.replace(/\r(?=\n|$)/g, '') : lines;
}

function eachLineDecoded(bytes: Buffer, onForeign?: OnForeign): string {
  const lines = bytes.toString('latin1').split('\n');
  onForeign?.(lines.filter((line) => !isUtf8(Buffer.from(line, 'latin1'))).length);
  return lines.map(decodeBytes).join('\n');
}
