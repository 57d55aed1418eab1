import { createHash, type Hash } from 'node:crypto';
import { decodeBytes } from '../../src/text/bytes.ts';
import { bareDigest, type Capture, captureTime, NO_ANSWER } from './capture.ts';
import { base32 } from './digests.ts';
import { type Fields, fieldsOf } from './http-fields.ts';
import { type BlockReader, MAX_HEADER, WarcRecords } from './warc-records.ts';

/** The types of records that hold a response. */
const RESPONSES: ReadonlySet<string> = new Set(['response', 'revisit']);

/** Reads the captures of a WARC file, unpacked. */
export class WarcReader {
  #captures: Capture[] = [];
  readonly #records = new WarcRecords(({ fields }) =>
    RESPONSES.has(fields.get('warc-type') ?? '') ? new CaptureReader(fields, (capture) => this.#take(capture)) : null,
  );

  /** The number of records begun. */
  get records(): number {
    return this.#records.records;
  }

  /** Places that are not records, such as those behind a wrong length. */
  get unreadable(): number {
    return this.#records.unreadable;
  }

  /** @param bytes may be reused after the call */
  push(bytes: Buffer): readonly Capture[] {
    this.#captures = [];
    this.#records.push(bytes);
    return this.#captures;
  }

  /** Ends the file. A record that was cut off is unreadable. */
  end(): void {
    this.#records.end();
  }

  #take(capture: Capture | null): void {
    if (capture !== null) this.#captures.push(capture);
  }
}

/** The URL of a record, one byte per character; some programs write it in angle brackets. */
export function targetOf(fields: Fields): string | undefined {
  return fields.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1');
}

/** Reads a response as it arrives. */
class CaptureReader implements BlockReader {
  readonly #fields: Fields;
  readonly #take: (capture: Capture | null) => void;
  #head = '';
  #hash: Hash | null = null;
  #hasHead = false;

  constructor(fields: Fields, take: (capture: Capture | null) => void) {
    this.#fields = fields;
    this.#take = take;
  }

  push(bytes: Buffer): void {
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
    if (!this.#fields.has('warc-payload-digest'))
      this.#hash = createHash('sha1').update(bytes.subarray(end + 4 - before));
    this.#head = this.#head.slice(0, end);
  }

  end(): void {
    this.#take(this.#capture());
  }

  #capture(): Capture | null {
    const url = targetOf(this.#fields);
    const time = captureTime((this.#fields.get('warc-date') ?? '').replaceAll(/[-:TZ]|\..*/g, ''));
    if (url === undefined || time === null) return null;
    const status = statusIn(this.#head);
    const answer = fieldsOf(this.#head);
    const isRevisit = this.#fields.get('warc-type') === 'revisit';
    const location = answer.get('location');
    return {
      url: decodeBytes(url),
      time,
      status: status ?? (isRevisit && this.#head === '' ? 0 : NO_ANSWER),
      digest: this.#digest(answer),
      location: location === undefined ? null : decodeBytes(location),
      site: null,
    };
  }

  /** A cut payload has the digest of another page, and so have equal payloads in other chunks. */
  #digest(answer: Fields): string {
    if (this.#fields.has('warc-truncated')) return '';
    const stated = this.#fields.get('warc-payload-digest');
    if (stated !== undefined) return bareDigest(stated);
    return this.#hash === null || answer.has('transfer-encoding') ? '' : base32(this.#hash.digest());
  }
}

/** The status at the start of a response; null if there is none. */
export function statusIn(head: string): number | null {
  const [, status] = /^HTTP\/[0-9.]+ ([1-5][0-9]{2})(?: |\r|\n|$)/.exec(head) ?? [];
  return status === undefined ? null : Number(status);
}
