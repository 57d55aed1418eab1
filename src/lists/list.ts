import { hashBytes } from '../compact/byte-hash.ts';
import { ByteText } from '../compact/byte-text.ts';
import type { Entry, EntrySink } from './entry.ts';
import { FormatError } from './error.ts';
import type { Format, Piece, ReadOptions } from './formats/format.ts';
import { createReader, detectFormat } from './formats/index.ts';
import { lines as linesFormat } from './formats/lines.ts';
import { sitemap as sitemapFormat } from './formats/sitemap.ts';
import { LineEntry } from './line-entry.ts';
import type { Output } from './output.ts';
import { endsInCarriageReturns, withCarriageReturns, withLineEndsSwapped } from './reading/carriage-returns.ts';
import { checkBytes } from './reading/check-bytes.ts';
import { naming, type Source, startOf } from './source.ts';

/** A list with its format. */
export interface List {
  /** The opened list. */
  readonly source: Source;
  /** Its format, detected or given. */
  readonly format: Format;
  /** What reads it: `format`, adapted if the lines end in carriage returns. */
  readonly readAs: Format;
  /** Whether it has no bytes. */
  readonly isEmpty: boolean;
  /** All bytes of the list, including those read to detect the format. */
  readonly stretches: AsyncIterable<Buffer>;
}

/** Bytes to read for detecting the format. */
const HEAD = 1 << 16;

/**
 * Detects the format of a list.
 *
 * @param format the user's choice; null to detect the format
 * @param own formats of the user, besides the built-in ones
 * @throws {FormatError} if the list is UTF-16, UTF-32 or packed; without a given format, also if it is binary or not a list of links
 * @throws {ListError} if the list cannot be read
 */
export async function openList(source: Source, format: Format | null, own: readonly Format[] = []): Promise<List> {
  const { head, all } = await startOf(source.stretches, HEAD);
  const bytes = head.toString('latin1', 0, HEAD);
  const hasReturns = endsInCarriageReturns(bytes);
  const start = hasReturns ? withLineEndsSwapped(bytes) : bytes;
  try {
    checkBytes(start);
    if (format === null) checkText(head);
    const detected = format ?? detectFormat(start, source.fileName, own);
    if (format === null && UNPROVED.includes(detected)) checkDocument(start);
    const readAs = hasReturns && detected.output === 'lines' ? withCarriageReturns(detected) : detected;
    return { source, format: detected, readAs, isEmpty: head.length === 0, stretches: all };
  } catch (error) {
    throw naming(source, error);
  }
}

/** Shares of NUL bytes and of control characters that no list has: programs have the first, packed data the second. */
const NULS = 1 / 100;
const CONTROLS = 1 / 20;
/** So few control characters are stray ones, in a list however short. */
const STRAY = 16;

/** @throws {FormatError} for a binary file, so that its bytes do not reach the terminal */
function checkText(head: Buffer): void {
  let nuls = 0;
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) nuls++;
    if (byte < 0x20 && !WHITE_SPACE_OR_ESCAPE.has(byte)) controls++;
  }
  if (nuls <= head.length * NULS && controls <= Math.max(STRAY, head.length * CONTROLS)) return;
  const isDatabase = head.toString('latin1', 0, 15) === 'SQLite format 3';
  const remedy = isDatabase ? 'or print the URLs of a crawl: dustpan urls FILE' : 'or set --input-format';
  throw new FormatError('bad-format', `not text; name a list of links, ${remedy}`);
}

/** How documents begin that contain URLs but are not lists of them, and what to do instead. */
const DOCUMENTS: readonly (readonly [start: RegExp, what: string])[] = [
  // Its header lines, such as `WARC-Type: response`, look like URLs.
  [/^WARC\//, 'a web archive (WARC); name a list of links, or crawl the archive: dustpan crawl --from-warc FILE'],
  [
    /^(?:\xef\xbb\xbf)?\s*[[{][\s[{]*"/,
    `a JSON document, not JSON lines; take the URLs out of it: jq -r '.. | strings | select(test("^https?://"))' FILE`,
  ],
  [
    /^(?:\xef\xbb\xbf)?\s*(?:<[?!][^>]*>\s*)*<(?:rss|feed|rdf:RDF)[\s>]/,
    'a feed; name a list of links, or crawl the feed: dustpan crawl URL',
  ],
  [
    /^(?:#[^\n]*\n)*#Fields: /,
    'a log in the W3C format, as IIS and CloudFront write it; name a list of links, or a log in the common or combined format',
  ],
];

/** Formats that a document may get without a proof in its content: any XML file may be a sitemap. */
const UNPROVED: readonly Format[] = [linesFormat, sitemapFormat];

/** @throws {FormatError} for a document that is not a list of links */
function checkDocument(start: string): void {
  const what = DOCUMENTS.find(([pattern]) => pattern.test(start))?.[1];
  if (what !== undefined) throw new FormatError('bad-format', what);
}

const WHITE_SPACE_OR_ESCAPE: ReadonlySet<number> = new Set(Buffer.from('\t\n\v\f\r\x1b'));

/**
 * Reads a list, and hands its entries to `sink`.
 *
 * @param isLast whether no other list follows; otherwise a missing last line end is added
 * @param pause called now and then; waits for a slow consumer, or throws to abort
 * @throws {FormatError} if the list does not match its format
 * @throws {ListError} if the list cannot be read
 */
export async function feed(
  list: List,
  options: ReadOptions,
  isLast: boolean,
  sink: EntrySink,
  pause: () => Promise<void>,
): Promise<void> {
  const isUnchanged = list.readAs === linesFormat && options.clean === undefined;
  try {
    const feeder = isUnchanged ? lineFeeder(sink, isLast) : pieceFeeder(list.readAs, options, isLast, sink);
    for await (const stretch of list.stretches) {
      feeder.push(stretch);
      await pause();
    }
    feeder.end();
    await pause();
  } catch (error) {
    throw naming(list.source, error);
  }
}

interface Feeder {
  readonly push: (bytes: Buffer) => void;
  readonly end: () => void;
}

function lineFeeder(sink: EntrySink, isLast: boolean): Feeder {
  const lines = new LineEntry(sink);
  return { push: (bytes) => lines.push(bytes), end: () => lines.finish(!isLast) };
}

function pieceFeeder(format: Format, options: ReadOptions, isLast: boolean, sink: EntrySink): Feeder {
  const reader = createReader(format, options);
  const entry = new PieceEntry();
  const take = (piece: Piece): void => {
    if (piece.url === null || (piece.holdsOthers && sink.isDocument)) sink.other(piece.bytes);
    else sink.entry(entry.set(piece, piece.url));
  };
  return {
    push: (bytes) => reader.push(bytes.toString('latin1')).forEach(take),
    end: () =>
      reader.end().forEach((piece, index, pieces) => {
        const lacksEnd = !isLast && index === pieces.length - 1 && !piece.bytes.endsWith('\n');
        take(lacksEnd ? { ...piece, bytes: `${piece.bytes}\n` } : piece);
      }),
  };
}

class PieceEntry implements Entry {
  readonly start = 0;
  readonly #bytes = new ByteText();
  #piece: Piece = { bytes: '', url: '', line: 0 };
  #url = '';

  set(piece: Piece, url: string): this {
    this.#piece = piece;
    this.#url = url;
    this.#bytes.setUtf8(url);
    return this;
  }

  get view(): DataView {
    return this.#bytes.view;
  }

  get end(): number {
    return this.#bytes.length;
  }

  get hash(): number {
    return hashBytes(this.view, 0, this.end);
  }

  get line(): number {
    return this.#piece.line;
  }

  get place(): string {
    return this.#piece.place ?? '';
  }

  get fault(): string {
    return this.#piece.fault ?? '';
  }

  url(): string {
    return this.#url;
  }

  bytes(): string {
    return this.#piece.bytes;
  }

  writeTo(output: Output): void {
    output.text(this.#piece.bytes);
  }
}
