import { type Fields, fieldsOf } from './http-fields.ts';

/** The longest header of a record or a response, in bytes. */
export const MAX_HEADER: number = 1 << 16;
const START = 'WARC/1.';
const RECORD_START = `\n${START}`;

/** The header of a record. */
export interface RecordHeader {
  readonly fields: Fields;
  /** Bytes of its block. */
  readonly length: number;
  /** Where the record starts in the unpacked bytes. */
  readonly start: number;
}

/** Takes the block of a record. */
export interface BlockReader {
  /** @param bytes may be reused after the call */
  push(bytes: Buffer): void;
  /** Called at the end of the block, unless the file ends before. */
  end(): void;
}

/**
 * Finds the records of a WARC file, unpacked: https://iipc.github.io/warc-specifications/. Keeps one header at a time.
 * Where a record has a wrong length, it goes on with the next one.
 */
export class WarcRecords {
  readonly #open: (header: RecordHeader) => BlockReader | null;
  #rest: Buffer = Buffer.alloc(0);
  /** Where `rest` starts in the unpacked bytes. */
  #position = 0;
  /** The reader of the current block; null if nobody reads it. */
  #reader: BlockReader | null = null;
  /** Bytes of the current block to come; null between records. */
  #left: number | null = null;
  #isLost = false;
  /** Whether a member of a packed file has begun, without bytes yet. */
  #isFresh = false;
  /** The number of records begun. */
  records = 0;
  /** Places that are not records, such as those behind a wrong length. */
  unreadable = 0;
  /** The number of records before the first of these; null if there is none. */
  readBeforeLoss: number | null = null;

  /** @param open returns the reader of a record's block; null to pass over it */
  constructor(open: (header: RecordHeader) => BlockReader | null) {
    this.#open = open;
  }

  /** The number of bytes so far. */
  get position(): number {
    return this.#position + this.#rest.length;
  }

  /** Whether all records so far are complete. */
  get isBetweenRecords(): boolean {
    return this.#left === null && this.#rest.every((byte) => byte === CR || byte === LF);
  }

  /** Whether the header of a record has begun, but not ended. */
  get isInHeader(): boolean {
    return this.#left === null && !this.isBetweenRecords;
  }

  /** @param bytes may be reused after the call */
  push(bytes: Buffer): void {
    // A record ends with its member, whatever its length is.
    if (this.#isFresh && !this.isBetweenRecords && bytes.toString('latin1', 0, START.length) === START) this.cutOff();
    this.#isFresh = false;
    const data = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    for (let next = 0; next >= 0; ) {
      next = this.#left === null ? this.#readHeader(data, at) : this.#readBlock(data, at, this.#left);
      if (next >= 0) at = next;
    }
    this.#rest = Buffer.from(data.subarray(at));
    this.#position += at;
  }

  /** Ends the file. A record that was cut off is unreadable. */
  end(): void {
    if (!this.isBetweenRecords) this.#lose();
  }

  /** Says that the next bytes are the first ones of a member of a packed file. */
  startMember(): void {
    this.#isFresh = true;
  }

  /** Gives up the current record, because what follows starts a new one. */
  cutOff(): void {
    this.#lose();
    this.#position = this.position;
    this.#rest = Buffer.alloc(0);
    this.#left = null;
    this.#reader = null;
  }

  /** @returns where to go on; -1 if it takes more bytes */
  #readHeader(data: Buffer, from: number): number {
    let at = from;
    while (at < data.length && (data[at] === CR || data[at] === LF)) at++;
    if (at + RECORD_START.length > data.length) return at > from ? at : -1;
    if (data.toString('latin1', at, at + START.length) !== START) return this.#find(data, at);
    const blank = data[at + RECORD_START.length] === LF ? '\n\n' : '\r\n\r\n';
    const end = data.subarray(at, at + MAX_HEADER).indexOf(blank);
    if (end < 0) return data.length - at < MAX_HEADER ? -1 : this.#find(data, at);
    const fields = fieldsOf(data.toString('latin1', at, at + end));
    const length = fields.get('content-length') ?? '';
    if (!/^[0-9]{1,15}$/.test(length)) return this.#find(data, at);
    this.#isLost = false;
    this.records++;
    this.#left = Number(length);
    this.#reader = this.#open({ fields, length: this.#left, start: this.#position + at });
    return at + end + blank.length;
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
    if (this.#isLost) return;
    this.unreadable++;
    this.readBeforeLoss ??= this.records;
    this.#isLost = true;
  }

  #readBlock(data: Buffer, at: number, left: number): number {
    const end = Math.min(data.length, at + left);
    if (end > at) this.#reader?.push(data.subarray(at, end));
    this.#left = left - (end - at);
    if (this.#left > 0) return end > at ? end : -1;
    this.#left = null;
    const reader = this.#reader;
    this.#reader = null;
    reader?.end();
    return end;
  }
}

const CR = 0x0d;
const LF = 0x0a;

/** Whether a record holds a response, or says that it is like an earlier one. */
export function isResponseOrRevisit(fields: Fields): boolean {
  const type = fields.get('warc-type');
  return type === 'response' || type === 'revisit';
}

/** Whether a record holds a file without a response, as warcit writes the pages of a folder. */
export function isResource(fields: Fields): boolean {
  return fields.get('warc-type') === 'resource';
}

/** Whether a record holds only a part of its payload. A revisit says so only of the payload that it leaves out. */
export function isPart(fields: Fields): boolean {
  const isCut = fields.has('warc-truncated') && fields.get('warc-type') !== 'revisit';
  return isCut || fields.has('warc-segment-number');
}

/** The URL of a record, one byte per character; some programs write it in angle brackets. */
export function targetOf(fields: Fields): string | undefined {
  return fields.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1');
}
