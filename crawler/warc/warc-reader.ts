import { createHash, type Hash } from 'node:crypto';
import { decodeBytes } from '../../src/text/bytes.ts';
import { bareDigest, type Capture, captureTime, NO_ANSWER } from '../archive/capture.ts';
import { header } from '../fetch/response.ts';
import { base32 } from './digests.ts';
import type { Fields } from './http-fields.ts';
import { HttpHead } from './http-head.ts';
import type { MemberTaker } from './members.ts';
import { type BlockReader, isPart, isResponseOrRevisit, targetOf, WarcRecords } from './warc-records.ts';

/** Reads the captures of a WARC file. */
export class WarcReader implements MemberTaker {
  readonly #records: WarcRecords;
  #member: number | null = null;

  constructor(take: (capture: Capture) => void) {
    this.#records = new WarcRecords(({ fields }) =>
      isResponseOrRevisit(fields) ? new CaptureReader(fields, take) : null,
    );
  }

  /** The number of records begun. */
  get records(): number {
    return this.#records.records;
  }

  /** Places that are not records, such as those behind a wrong length. */
  get unreadable(): number {
    return this.#records.unreadable;
  }

  /** The number of records before the first of these; null if there is none. */
  get readBeforeLoss(): number | null {
    return this.#records.readBeforeLoss;
  }

  /** How much of the file was read, in bytes. */
  get offset(): number {
    return this.#member ?? this.#records.position;
  }

  start(offset: number): void {
    this.#member = offset;
    this.#records.startMember();
  }

  push(bytes: Buffer): void {
    this.#records.push(bytes);
  }

  end(_offset: number, isWhole: boolean): void {
    if (!isWhole) this.#records.cutOff();
  }

  /** Ends the file. A record that was cut off is unreadable. */
  finish(): void {
    this.#records.end();
  }
}

/** Reads a response as it arrives. */
class CaptureReader implements BlockReader {
  readonly #fields: Fields;
  readonly #take: (capture: Capture) => void;
  readonly #head: HttpHead;
  /** Null if the record states the digest. */
  readonly #hash: Hash | null;

  constructor(fields: Fields, take: (capture: Capture) => void) {
    this.#fields = fields;
    this.#take = take;
    this.#head = new HttpHead(fields);
    this.#hash = fields.has('warc-payload-digest') ? null : createHash('sha1');
  }

  push(bytes: Buffer): void {
    const body = this.#head.push(bytes);
    if (body.length > 0) this.#hash?.update(body);
  }

  end(): void {
    const capture = this.#capture();
    if (capture !== null) this.#take(capture);
  }

  #capture(): Capture | null {
    const url = targetOf(this.#fields);
    const time = captureTime((this.#fields.get('warc-date') ?? '').replaceAll(/[-:TZ]|\..*/g, ''));
    if (url === undefined || time === null) return null;
    const { status, headers } = this.#head;
    const isRevisit = this.#fields.get('warc-type') === 'revisit';
    const location = header({ headers }, 'location');
    return {
      url: decodeBytes(url),
      time,
      status: status ?? (isRevisit && this.#head.text === '' ? 0 : NO_ANSWER),
      digest: this.#digest(headers),
      location: location === null ? null : decodeBytes(location),
      site: null,
    };
  }

  /** A cut payload has the digest of another page, and so have equal payloads in other chunks. */
  #digest(headers: HttpHead['headers']): string {
    if (isPart(this.#fields)) return '';
    const stated = this.#fields.get('warc-payload-digest');
    if (stated !== undefined) return bareDigest(stated);
    const isPlain = this.#head.isWhole && headers['transfer-encoding'] === undefined;
    return isPlain && this.#hash !== null ? base32(this.#hash.digest()) : '';
  }
}
