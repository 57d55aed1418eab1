import { createHash, type Hash } from 'node:crypto';
import { decodeBytes } from '../../src/text/bytes.ts';
import { bareDigest, type Capture, captureTime, NO_ANSWER } from './capture.ts';

/** The longest header of a record or a response, in bytes. */
const MAX_HEADER = 1 << 16;
const RECORD_START = '\nWARC/1.';
/** The types of records that hold a response. */
const RESPONSES: ReadonlySet<string> = new Set(['response', 'revisit']);

type Headers = ReadonlyMap<string, string>;

/**
 * Reads the captures of a WARC file, unpacked: https://iipc.github.io/warc-specifications/. Keeps one header at a time.
 * Where a record has a wrong length, it goes on with the next one.
 */
export class WarcReader {
  #rest: Buffer = Buffer.alloc(0);
  #record: RecordBlock | null = null;
  #isLost = false;
  /** The number of records begun. */
  records = 0;
  /** Places that are not records, such as those behind a wrong length. */
  unreadable = 0;

  /** @param bytes may be reused after the call */
  push(bytes: Buffer): readonly Capture[] {
    const data = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const captures: Capture[] = [];
    let at = 0;
    for (let next = 0; next >= 0; ) {
      next = this.#record === null ? this.#readHeader(data, at) : this.#readBlock(data, at, captures);
      if (next >= 0) at = next;
    }
    this.#rest = Buffer.from(data.subarray(at));
    return captures;
  }

  /** Ends the file. A record that was cut off is unreadable. */
  end(): void {
    if (this.#record !== null || this.#rest.some((byte) => byte !== CR && byte !== LF)) this.#lose();
  }

  /** @returns where to go on; -1 if it takes more bytes */
  #readHeader(data: Buffer, from: number): number {
    let at = from;
    while (at < data.length && (data[at] === CR || data[at] === LF)) at++;
    if (at + RECORD_START.length > data.length) return -1;
    if (data.toString('latin1', at, at + RECORD_START.length - 1) !== RECORD_START.slice(1))
      return this.#find(data, at);
    const end = data.subarray(at, at + MAX_HEADER).indexOf('\r\n\r\n');
    if (end < 0) return data.length - at < MAX_HEADER ? -1 : this.#find(data, at);
    const headers = headersOf(data.toString('latin1', at, at + end));
    const length = headers.get('content-length') ?? '';
    if (!/^[0-9]{1,15}$/.test(length)) return this.#find(data, at);
    this.#isLost = false;
    this.records++;
    this.#record = new RecordBlock(headers, Number(length));
    return at + end + 4;
  }

  /** Looks for the next record. */
  #find(data: Buffer, from: number): number {
    this.#lose();
    const start = data.indexOf(RECORD_START, from, 'latin1');
    if (start >= 0) return start + 1;
    // The name may continue in the next bytes.
    const kept = Math.max(from + 1, data.length - RECORD_START.length + 1);
    return kept < data.length ? kept : -1;
  }

  /** Counts one unreadable place. */
  #lose(): void {
    if (!this.#isLost) this.unreadable++;
    this.#isLost = true;
  }

  #readBlock(data: Buffer, at: number, captures: Capture[]): number {
    const record = this.#record;
    if (record === null) return at;
    const end = Math.min(data.length, at + record.left);
    record.push(data.subarray(at, end));
    if (record.left > 0) return end > at ? end : -1;
    this.#record = null;
    const capture = record.capture();
    if (capture !== null) captures.push(capture);
    return end;
  }
}

const CR = 0x0d;
const LF = 0x0a;

/** The block of a record as it arrives. */
class RecordBlock {
  readonly #headers: Headers;
  readonly #isResponse: boolean;
  #head = '';
  #hash: Hash | null = null;
  #hasHead = false;
  /** Bytes to come. */
  left: number;

  constructor(headers: Headers, length: number) {
    this.#headers = headers;
    this.#isResponse = RESPONSES.has(headers.get('warc-type') ?? '');
    this.left = length;
  }

  push(bytes: Buffer): void {
    this.left -= bytes.length;
    if (!this.#isResponse) return;
    if (this.#hasHead) {
      this.#hash?.update(bytes);
      return;
    }
    if (this.#head.length > MAX_HEADER) return;
    const before = this.#head.length;
    this.#head += bytes.toString('latin1', 0, MAX_HEADER);
    const end = this.#head.indexOf('\r\n\r\n');
    if (end < 0) return;
    this.#hasHead = true;
    if (!this.#headers.has('warc-payload-digest'))
      this.#hash = createHash('sha1').update(bytes.subarray(end + 4 - before));
    this.#head = this.#head.slice(0, end);
  }

  /** @returns null if the record is not a response */
  capture(): Capture | null {
    const url = this.#headers.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1');
    const time = captureTime((this.#headers.get('warc-date') ?? '').replaceAll(/[-:TZ]|\..*/g, ''));
    if (!this.#isResponse || url === undefined || time === null) return null;
    const [, status] = /^HTTP\/[0-9.]+ ([1-5][0-9]{2})(?: |\r|$)/.exec(this.#head) ?? [];
    const answer = headersOf(this.#head);
    const isRevisit = this.#headers.get('warc-type') === 'revisit';
    const location = answer.get('location');
    return {
      url: decodeBytes(url),
      time,
      status: status === undefined ? (isRevisit && this.#head === '' ? 0 : NO_ANSWER) : Number(status),
      digest: this.#digest(answer),
      location: location === undefined ? null : decodeBytes(location),
      site: null,
    };
  }

  /** A cut payload has the digest of another page, and so have equal payloads in other chunks. */
  #digest(answer: Headers): string {
    if (this.#headers.has('warc-truncated')) return '';
    const stated = this.#headers.get('warc-payload-digest');
    if (stated !== undefined) return bareDigest(stated);
    return this.#hash === null || answer.has('transfer-encoding') ? '' : base32(this.#hash.digest());
  }
}

/** By lowercase name; of repeated headers, the first. */
function headersOf(text: string): Headers {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** RFC 4648, as digests are written in archives. Only for lengths that need no padding. */
function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return bits.replace(/.{5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(five, 2)));
}
