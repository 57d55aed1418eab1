import { createHash } from 'node:crypto';
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
    this.#records = new WarcRecords(({ fields }) => (isResponseOrRevisit(fields) ? captureReader(fields, take) : null));
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
function captureReader(fields: Fields, take: (capture: Capture) => void): BlockReader {
  const head = new HttpHead(fields);
  const stated = fields.get('warc-payload-digest');
  const hash = stated === undefined ? createHash('sha1') : null;
  return {
    push(bytes) {
      const body = head.push(bytes);
      if (body.length > 0) hash?.update(body);
    },
    end() {
      const url = targetOf(fields);
      const time = captureTime((fields.get('warc-date') ?? '').replaceAll(/[-:TZ]|\..*/g, ''));
      if (url === undefined || time === null) return;
      const { status, headers, isWhole, text } = head;
      const isRevisit = fields.get('warc-type') === 'revisit';
      const location = header({ headers }, 'location');
      // Equal payloads in other chunks have another digest.
      const isPlain = isWhole && headers['transfer-encoding'] === undefined;
      const own = isPlain && hash !== null ? base32(hash.digest()) : '';
      take({
        url: decodeBytes(url),
        time,
        status: status ?? (isRevisit && text === '' ? 0 : NO_ANSWER),
        // A cut payload has the digest of another page.
        digest: isPart(fields) ? '' : stated === undefined ? own : bareDigest(stated),
        location: location === null ? null : decodeBytes(location),
        site: null,
      });
    },
  };
}
