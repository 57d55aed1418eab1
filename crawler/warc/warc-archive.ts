import { type FileHandle, open } from 'node:fs/promises';
import { wireUrl } from '../../src/canon/wire-url.ts';
import { decodeBytes } from '../../src/text/bytes.ts';
import { isTexts } from '../../src/text/is-texts.ts';
import { printable } from '../../src/text/printable.ts';
import { shellWord } from '../../src/text/shell-word.ts';
import { startWithoutCredentials } from '../../src/url/credentials.ts';
import { bareDigest } from '../archive/capture.ts';
import { ByteCollector } from '../fetch/bytes.ts';
import type { CustomFetcher, CustomFetchRequest } from '../fetch/custom-fetch.ts';
import { decodeContent } from '../fetch/decode.ts';
import { cancelled, failure } from '../fetch/failure.ts';
import type { FetchFailure, FetchResult } from '../fetch/fetch-result.ts';
import { header } from '../fetch/response.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { dechunked } from './dechunked.ts';
import { FileWindow } from './file-window.ts';
import type { Fields } from './http-fields.ts';
import { HttpHead } from './http-head.ts';
import { packingOf } from './members.ts';
import type { Packing } from './packing.ts';
import { TextIndex } from './text-index.ts';
import { WarcError } from './warc-error.ts';
import { isPart, WarcRecords } from './warc-records.ts';
import { type ScannedCapture, scanWarc } from './warc-scan.ts';

/** What the files of an archive contain. */
export interface WarcCounts {
  /** Records of all types. */
  readonly records: number;
  /** HTTP responses and resources; of each URL, the archive returns the newest. */
  readonly captures: number;
  /** Places and records that could not be read. */
  readonly unreadable: number;
  /** Records whose digest is not that of their bytes. They are used anyway. */
  readonly wrongDigests: number;
}

interface OpenFile {
  readonly file: FileHandle;
  /** Null if it is not packed. */
  readonly packing: Packing | null;
}

/** Where a record is. */
interface Place {
  readonly file: number;
  readonly offset: number;
  readonly inner: number;
}

/** Unpacked bytes in front of a record in its member, beyond which finding it would take too long. */
const MAX_INNER = 1 << 24;
const ROBOTS_TXT = /^https?:\/\/[^/]*\/robots\.txt$/i;
/** How much of a file is read for a record at first, in bytes. */
const WINDOW = 1 << 16;

/** The captures of a damaged member cannot be found again, and a file that is packed as a whole is one member. */
const DAMAGED =
  'a part cannot be read; if the file is packed as a whole, unpack what is left: gzip -dc FILE > NEW.warc';

/**
 * WARC files in place of the network, for the option `fetch` of a crawl: the newest capture of each URL answers its
 * requests. It keeps the places of the records in memory, about 300 bytes for each, and not the records.
 *
 *     const archive = await WarcArchive.open(['example.warc.gz']);
 *     await crawl(archive.seed, { fetch: archive, retries: 0 }).finish();
 *     await archive.close();
 */
export class WarcArchive implements CustomFetcher {
  /** No server is asked, so that no delay is needed. */
  readonly isOffline = true;
  readonly #files: OpenFile[] = [];
  /** Rows of `#places` by URL, and by the digest of a payload. */
  readonly #urls = new TextIndex();
  readonly #digests = new TextIndex();
  readonly #places = new Places();
  #seed: string | null = null;
  #counts = { records: 0, captures: 0, unreadable: 0, wrongDigests: 0 };

  private constructor() {}

  /**
   * Finds the captures of WARC files, which takes about as long as unpacking them.
   *
   * @param paths files packed by record (`.warc.gz`, `.warc.zst`) or not packed
   * @param signal stops it
   * @throws {WarcError} `unreadable` if a file is not a WARC file, or is packed as a whole; `no-pages` if there is no page
   * @throws {TypeError} if `paths` is not a list, which a string is not, or is empty
   */
  static async open(paths: readonly string[], signal?: AbortSignal): Promise<WarcArchive> {
    if (!isTexts(paths) || paths.length === 0)
      throw new TypeError('the paths of WarcArchive.open are not a list of files; write them in [ ]');
    const archive = new WarcArchive();
    try {
      for (const path of paths) await archive.#add(path, signal);
      if (archive.#seed === null) {
        const remedy = archive.#counts.unreadable > 0 ? DAMAGED : 'name a WARC file with responses';
        throw new WarcError('no-pages', `${paths.join(', ')}: no page of a website; ${remedy}`);
      }
      return archive;
    } catch (error) {
      await archive.close();
      throw error;
    }
  }

  /** The first page in the archive, from which its crawl probably started. */
  get seed(): string {
    return this.#seed ?? '';
  }

  /** What the files contain. */
  get counts(): WarcCounts {
    return this.#counts;
  }

  /** Answers a request with the newest capture of its URL. Never rejects. */
  async fetch(
    url: string,
    { wantBody, maxBytes, signal }: Pick<CustomFetchRequest, 'wantBody' | 'maxBytes' | 'signal'>,
  ): Promise<FetchResult> {
    if (signal.aborted) return cancelled();
    const started = performance.now();
    const row = this.#urls.get(url);
    const capture = row === undefined ? null : await this.#read(this.#places.at(row), maxBytes);
    // Without its robots.txt, an archive would have no page.
    if (capture === null && ROBOTS_TXT.test(url)) return { ...NO_ROBOTS, elapsed: 0 };
    if (capture === null) return notArchived(url);
    const head = capture.head.text === '' ? (capture.original ?? capture).head : capture.head;
    const { status, headers } = head;
    if (status === null) return notArchived(url);
    const source = capture.original ?? capture;
    const cut = source.fields.get('warc-truncated');
    const isWanted = wantBody(status, headers);
    if (isWanted && (cut === 'disconnect' || cut === 'time')) return brokenOff(url, cut);
    const body = isWanted ? await decoded(source, headers, maxBytes) : null;
    if (isWanted && body === null) return undecodable(url);
    return {
      kind: 'response',
      status,
      headers,
      body: body?.bytes ?? null,
      truncated: (body?.truncated ?? false) || (isWanted && (source.isCut || isShort(source))),
      elapsed: performance.now() - started,
    };
  }

  /** Closes the files. */
  async close(): Promise<void> {
    await Promise.all(this.#files.splice(0).map(({ file }) => file.close()));
  }

  async #add(path: string, signal?: AbortSignal): Promise<void> {
    const index = this.#files.length;
    let tooDeep = 0;
    const counts = await scanWarc(
      path,
      (capture) => {
        if (capture.inner > MAX_INNER) tooDeep++;
        else this.#take(capture, index);
      },
      signal,
    );
    const file = await open(path);
    const packing = await packingOf(file);
    this.#files.push({ file, packing });
    if (tooDeep > 0 && packing !== null) {
      throw new WarcError(
        'unreadable',
        `${path} is packed as a whole and not by record, so that no record can be found quickly; unpack it first: ${packing.command} ${shellWord(path)}`,
      );
    }
    for (const name of ['records', 'unreadable', 'wrongDigests'] as const) this.#counts[name] += counts[name];
  }

  #take(capture: ScannedCapture, file: number): void {
    this.#counts.captures++;
    // It says that an earlier capture is still right.
    if (capture.kind === 'unchanged') return;
    const url = wireUrl(decodeBytes(capture.url));
    if (typeof url !== 'string' || url.length > MAX_URL_LENGTH) return;
    const time = capture.date.getTime();
    const known = this.#urls.get(url);
    const isNewest = known === undefined || this.#places.timeAt(known) <= time;
    const { digest } = capture;
    const isKnownPayload = digest !== null && this.#digests.get(bareDigest(digest)) !== undefined;
    const isNewPayload = digest !== null && capture.kind === 'response' && !isKnownPayload;
    if (!isNewest && !isNewPayload) return;
    const row = this.#places.add({ file, offset: capture.offset, inner: capture.inner }, time);
    if (isNewest) this.#urls.set(url, row);
    if (isNewPayload) this.#digests.set(bareDigest(digest), row);
    // Some sites answer every URL with the first page, robots.txt as well, of which that page is a revisit then.
    const hasPayload = capture.kind === 'response' || isKnownPayload;
    if (capture.isPage && hasPayload && !ROBOTS_TXT.test(url)) this.#seed ??= url;
  }

  /** Null if the record is damaged, or the payload that it refers to is not in the archive. */
  async #read(place: Place, maxBytes: number): Promise<ReadCapture | null> {
    const capture = await this.#readRecord(place, maxBytes);
    if (capture?.fields.get('warc-type') !== 'revisit') return capture;
    const { fields } = capture;
    const digest = fields.get('warc-payload-digest');
    const target = wireUrl(decodeBytes(fields.get('warc-refers-to-target-uri') ?? ''));
    const named = typeof target === 'string' ? await this.#payloadAt(this.#urls.get(target), digest, maxBytes) : null;
    // The payload at the named URL is preferred if it has this digest: the same bytes at another URL may be truncated. If it has
    // another digest, the page has changed since.
    const isSame =
      digest !== undefined && bareDigest(named?.fields.get('warc-payload-digest') ?? '') === bareDigest(digest);
    const row = digest === undefined || isSame ? undefined : this.#digests.get(bareDigest(digest));
    const original = (await this.#payloadAt(row, digest, maxBytes)) ?? named;
    return original === null ? null : { ...capture, original };
  }

  /** Null if there is no such payload. */
  async #payloadAt(row: number | undefined, digest: string | undefined, maxBytes: number): Promise<ReadCapture | null> {
    const found = row === undefined ? null : await this.#readRecord(this.#places.at(row), maxBytes);
    if (found === null || found.fields.get('warc-type') === 'revisit') return null;
    return isOtherDigest(digest, found.fields.get('warc-payload-digest')) ? null : found;
  }

  async #readRecord({ file, offset, inner }: Place, maxBytes: number): Promise<ReadCapture | null> {
    const opened = this.#files[file];
    if (opened === undefined) return null;
    const { packing } = opened;
    const window = new FileWindow(opened.file, WINDOW);
    const record = new FirstRecord(inner, maxBytes);
    for (let at: number | null = offset; at !== null && !record.isOver; ) {
      if (packing === null) {
        const bytes = await window.at(at, 1);
        record.push(bytes);
        at = bytes.length === 0 ? null : at + bytes.length;
      } else {
        const { end, isWhole } = await packing.readMember(window, at, (bytes) => record.push(bytes));
        at = isWhole ? end : null;
      }
    }
    return record.capture;
  }
}

/** Whether a body ends before its length. Not all programs say that a transfer broke off. */
function isShort({ head, body }: ReadCapture): boolean {
  return header(head, 'transfer-encoding') === null && Number(header(head, 'content-length')) > body.length;
}

/** Whether two digests differ. Those of two algorithms cannot be compared. */
function isOtherDigest(stated: string | undefined, found: string | undefined): boolean {
  if (stated === undefined || found === undefined) return false;
  const [a, b] = [bareDigest(stated), bareDigest(found)];
  return a.length === b.length && a !== b;
}

/** A record that was read. */
interface ReadCapture {
  readonly fields: Fields;
  readonly head: HttpHead;
  /** As recorded, up to the limit. */
  readonly body: Buffer;
  /** Whether there is more than the limit, or less than the whole payload. */
  readonly isCut: boolean;
  /** The record with the payload, of a revisit. */
  readonly original?: ReadCapture;
}

/** Reads the first record behind a number of bytes. */
class FirstRecord {
  #skip: number;
  #found: ReadCapture | null = null;
  #isOver = false;
  readonly #records: WarcRecords;

  constructor(skip: number, maxBytes: number) {
    this.#skip = skip;
    this.#records = new WarcRecords(({ fields }) => {
      if (this.#isOver) return null;
      const head = new HttpHead(fields);
      const body = new ByteCollector(maxBytes);
      let isCut = isPart(fields);
      const take = (isWhole: boolean): void => {
        const { buffer, byteOffset, length } = body.bytes();
        this.#found = { fields, head, body: Buffer.from(buffer, byteOffset, length), isCut: isCut || !isWhole };
      };
      return {
        push: (bytes) => {
          // The bytes may be reused, and the collector keeps its first ones.
          if (!body.append(Buffer.from(head.push(bytes)))) isCut = this.#isOver = true;
          take(false);
        },
        end: () => {
          take(true);
          this.#isOver = true;
        },
      };
    });
  }

  /** @returns whether more bytes are needed */
  push(bytes: Buffer): boolean {
    const skipped = Math.min(this.#skip, bytes.length);
    this.#skip -= skipped;
    this.#records.push(bytes.subarray(skipped));
    return !this.#isOver;
  }

  /** Whether it was read to its end, or as far as wanted. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get capture(): ReadCapture | null {
    return this.#found;
  }
}

async function decoded(
  { body, head }: ReadCapture,
  headers: HttpHead['headers'],
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly truncated: boolean } | null> {
  const isChunked = /\bchunked\b/i.test(header(head, 'transfer-encoding') ?? '');
  const bytes = isChunked ? dechunked(body) : body;
  const coding = headers['content-encoding'];
  return coding === undefined ? { bytes, truncated: false } : decodeContent(bytes, coding.join(','), maxBytes);
}

const NO_ROBOTS = { kind: 'response', status: 404, headers: {}, body: null, truncated: false } as const;

function notArchived(url: string): FetchFailure {
  return failure('not-archived', `the archive has no capture of ${shown(url)}; crawl it without the archive`);
}

function brokenOff(url: string, cut: 'disconnect' | 'time'): FetchFailure {
  const code = cut === 'time' ? 'timeout' : 'connection-reset';
  const message = `the archive has only a part of ${shown(url)}, because the server did not send the rest`;
  return { ...failure(code, message), retryable: false };
}

function undecodable(url: string): FetchFailure {
  return failure('bad-encoding', `the capture of ${shown(url)} is not coded as its headers say; fetch it again`);
}

function shown(url: string): string {
  return printable(startWithoutCredentials(url, 200));
}

/** The places of records, in 28 bytes each. */
class Places {
  #numbers = new Float64Array(3 * 1024);
  #files = new Uint32Array(1024);
  #length = 0;

  /** Returns its row. */
  add({ file, offset, inner }: Place, time: number): number {
    const row = this.#length++;
    if (row === this.#files.length) this.#grow();
    this.#numbers.set([offset, inner, time], 3 * row);
    this.#files[row] = file;
    return row;
  }

  at(row: number): Place {
    const [offset = 0, inner = 0] = this.#numbers.subarray(3 * row);
    return { file: this.#files[row] ?? 0, offset, inner };
  }

  timeAt(row: number): number {
    return this.#numbers[3 * row + 2] ?? 0;
  }

  #grow(): void {
    const [numbers, files] = [this.#numbers, this.#files];
    this.#numbers = new Float64Array(2 * numbers.length);
    this.#numbers.set(numbers);
    this.#files = new Uint32Array(2 * files.length);
    this.#files.set(files);
  }
}
