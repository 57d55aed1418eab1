import { constants, existsSync } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { mediaType } from '../../src/content-type.ts';
import { isSuccess } from '../../src/status-codes.ts';
import { withoutCredentials } from '../../src/url/credentials.ts';
import { version } from '../../src/version.ts';
import type { ExchangeRecorder, RecordedExchange } from '../fetch/recorded-exchange.ts';
import { header } from '../fetch/response.ts';
import { type EarlierCapture, exchangeRecords, NOT_MODIFIED, payloadDigest } from './exchange-records.ts';
import { valuesByName } from './http-fields.ts';
import { refusesArchive } from './no-archive.ts';
import { hostPart, recoverFiles } from './recover-files.ts';
import { WarcError } from './warc-error.ts';
import { WarcFile } from './warc-file.ts';
import { warcFields, warcRecord } from './warc-record.ts';

/** How an archive is written. */
export interface WarcWriterOptions {
  /** Where the files go. It is created if it does not exist. */
  readonly folder: string;
  /** The size in bytes at which a new file begins. */
  readonly maxFileSize: number;
  /** Whether pages are recorded that ask not to be archived (`noarchive`). */
  readonly recordsAll: boolean;
  /** The User-Agent of the crawl. */
  readonly userAgent: string;
  /** The crawler's product token. Pages may have robots directives for it. */
  readonly productToken: string;
  /** Whether the crawl obeys robots.txt. */
  readonly robots: boolean;
}

/** Captures in a file, whose lines of the index are held in memory. */
const MAX_CAPTURES = 100_000;
/** Payloads that are known again under another URL. */
const MAX_PAYLOADS = 100_000;

/**
 * Records exchanges in WARC files of a folder. Each program writes files of its own, with its host and process id in
 * their names. A file is named `.open` until it is complete.
 */
export class WarcWriter implements ExchangeRecorder {
  readonly #options: WarcWriterOptions;
  #file: WarcFile | null = null;
  #serial = 0;
  /** The first capture of each payload, by its digest, oldest first: its date and URL. */
  readonly #payloads = new Map<string, string>();
  #last: Promise<void> = Promise.resolve();
  /** Pages that asked not to be archived. */
  refused = 0;

  private constructor(options: WarcWriterOptions) {
    this.#options = options;
  }

  /**
   * Creates the folder, and completes the files that killed programs left behind.
   *
   * @throws {WarcError} `unwritable`
   */
  static async open(options: WarcWriterOptions): Promise<WarcWriter> {
    const writer = new WarcWriter(options);
    await makeWarcFolder(options.folder);
    await writer.#guard(() => recoverFiles(options.folder));
    return writer;
  }

  /** @throws {WarcError} `unwritable`, also if an earlier exchange could not be recorded */
  async record(exchange: RecordedExchange): Promise<void> {
    const { recordsAll, productToken } = this.#options;
    const { url, decoded } = exchange;
    const headers = valuesByName(exchange.headers);
    if (!recordsAll && (await refusesArchive({ url, headers, body: decoded }, productToken))) {
      this.refused++;
      return;
    }
    const contentType = header({ headers }, 'content-type');
    const turn = this.#last.then(() => this.#guard(() => this.#write(exchange, contentType)));
    this.#last = turn;
    // Whoever waits for a turn gets its error.
    turn.catch(() => {});
    await turn;
  }

  /** Completes the last file. */
  async close(): Promise<void> {
    await this.#last.catch(() => {});
    await this.#guard(() => this.#finishFile());
  }

  async #write(exchange: RecordedExchange, contentType: string | null): Promise<void> {
    const { url, date, status } = exchange;
    const digest = payloadDigest(exchange);
    const earlier = this.#earlier(exchange, digest);
    const { response, others } = exchangeRecords(exchange, digest, earlier);
    const isRevisit = earlier !== null || status === NOT_MODIFIED;
    const type = isRevisit ? 'warc/revisit' : mediaType(contentType);
    this.#file ??= await this.#newFile();
    await this.#file.append([response, ...others], { url, date, type, status, digest });
    if (this.#file.size >= this.#options.maxFileSize || this.#file.captures >= MAX_CAPTURES) await this.#finishFile();
  }

  /** The capture that a payload is known from; null for a new payload, which is remembered. */
  #earlier({ url, date, status, body, cut }: RecordedExchange, digest: string | null): EarlierCapture | null {
    const isPayload = isSuccess(status) && body.length > 0 && cut === null;
    if (!isPayload || digest === null) return null;
    const known = this.#payloads.get(digest);
    if (known !== undefined) {
      const space = known.indexOf(' ');
      return { date: new Date(known.slice(0, space)), url: known.slice(space + 1) };
    }
    this.#payloads.set(digest, `${date.toISOString()} ${url}`);
    const [oldest] = this.#payloads.keys();
    if (this.#payloads.size > MAX_PAYLOADS && oldest !== undefined) this.#payloads.delete(oldest);
    return null;
  }

  /** Names files as Heritrix does: prefix, time, serial number, process and host. */
  async #newFile(): Promise<WarcFile> {
    const { folder, userAgent, robots } = this.#options;
    const date = new Date();
    const time = date.toISOString().replaceAll(/\D/g, '');
    const serial = String(this.#serial++).padStart(5, '0');
    const name = `dustpan-${time}-${serial}-${process.pid}~${hostPart()}.warc.gz`;
    const file = await WarcFile.create(folder, name);
    if (file === null) return this.#newFile();
    const info = warcRecord({
      type: 'warcinfo',
      date,
      contentType: 'application/warc-fields',
      fields: [['WARC-Filename', name]],
      block: [
        warcFields([
          ['software', `dustpan/${version}`],
          ['format', 'WARC File Format 1.1'],
          ['conformsTo', 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/'],
          ['http-header-user-agent', withoutCredentials(userAgent)],
          ['robots', robots ? 'obey' : 'ignore'],
        ]),
      ],
    });
    await file.append([info], null);
    return file;
  }

  async #finishFile(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.finish();
  }

  #guard(write: () => Promise<void>): Promise<void> {
    return guard(this.#options.folder, write);
  }
}

/**
 * Makes the folder of an archive if it is missing.
 *
 * @throws {WarcError} `unwritable`
 */
export function makeWarcFolder(folder: string): Promise<void> {
  return guard(folder, async () => {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  });
}

/** Makes missing parents too. Node's own `recursive` never returns where a file system refuses folders with ENOENT (`/proc`). */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (!existsSync(parent)) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another program may have made it.
    const isFolder = await stat(folder).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (!isFolder) throw error;
  }
}

async function guard(folder: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof WarcError) throw error;
    throw new WarcError('unwritable', `${folder} ${problem(error)}`);
  }
}

function problem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'cannot be written, because the disk is full; make room, and resume the crawl';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'cannot be written; check its permissions';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'is not a folder; name a folder';
  if (code === 'ENOENT') return 'cannot be made; name another folder';
  return `cannot be written (${code || (error instanceof Error ? error.message : String(error))})`;
}
