import { createHash, type Hash } from 'node:crypto';
import { isHtml, mediaType } from '../../src/content-type.ts';
import { shellWord } from '../../src/text/shell-word.ts';
import { header } from '../fetch/response.ts';
import type { IndexedCapture } from './cdxj-line.ts';
import { base32 } from './digests.ts';
import type { Fields } from './http-fields.ts';
import { HttpHead } from './http-head.ts';
import { isPacked, type MemberTaker } from './members.ts';
import { readWarcFile } from './warc-bytes.ts';
import { WarcError } from './warc-error.ts';
import {
  type BlockReader,
  isResource,
  isResponseOrRevisit,
  type RecordHeader,
  targetOf,
  WarcRecords,
} from './warc-records.ts';

/** A capture in a file. */
export interface ScannedCapture extends IndexedCapture {
  /** Where the record starts in its member, unpacked. */
  readonly inner: number;
  /** `unchanged` says only that the page was not modified. */
  readonly kind: 'response' | 'revisit' | 'unchanged';
  /** Whether it is an HTML page, by its own headers. */
  readonly isPage: boolean;
}

/** What a file contains. */
export interface ScanCounts {
  records: number;
  /** Places and records that could not be read. */
  unreadable: number;
  /** Records whose digest is not that of their bytes. */
  wrongDigests: number;
  /** The end of the last whole record in the file, in bytes. */
  end: number;
}

/**
 * Reads a WARC file from its start to its end, packed by record or not packed.
 *
 * @param onCapture called with each HTTP response and each resource that the file has in full
 * @throws {WarcError} `unreadable` if it is not a WARC file
 * @throws the signal's reason if it has aborted
 */
export async function scanWarc(
  path: string,
  onCapture: (capture: ScannedCapture) => void,
  signal?: AbortSignal,
): Promise<ScanCounts> {
  const scan = new Scan(onCapture);
  await readWarcFile(path, scan, { signal, check: (head) => refuseOthers(path, head) });
  return scan.counts();
}

function refuseOthers(path: string, head: Buffer): void {
  refuseOtherArchives(path, head);
  if (isWarc(head)) return;
  throw new WarcError('unreadable', `${path} is not a WARC file; check the path`);
}

/** Whether a file with these first bytes is a web archive: a WARC file, packed or not, or one in another format. */
export function isArchive(head: Buffer): boolean {
  return isWarc(head) || otherArchive(head) !== undefined;
}

function isWarc(head: Buffer): boolean {
  return isPacked(head) || head.toString('latin1').trimStart().startsWith('WARC/');
}

/**
 * Says how to convert an archive in another format.
 *
 * @param head the first bytes of the file
 * @throws {WarcError} `unreadable`
 */
export function refuseOtherArchives(path: string, head: Buffer): void {
  const other = otherArchive(head);
  if (other !== undefined) throw new WarcError('unreadable', `${path} is ${other(path)}`);
}

function otherArchive(head: Buffer): ((path: string) => string) | undefined {
  const start = head.toString('latin1');
  return OTHER_ARCHIVES.find(([magic]) => start.startsWith(magic))?.[1];
}

/** How archives in other formats begin, and what to do. */
const OTHER_ARCHIVES: readonly (readonly [magic: string, what: (path: string) => string])[] = [
  ['filedesc:', () => 'an ARC file; convert it to WARC first, as with warcio recompress'],
  [
    'PK\x03\x04',
    (path) => `a zip file, such as WACZ; take the WARC files out of it first: unzip ${shellWord(path)} 'archive/*'`,
  ],
];

/** Where a member starts in a file, and in its unpacked bytes. */
interface Member {
  readonly offset: number;
  readonly position: number;
}

/** Gathers the captures of a file. */
class Scan implements MemberTaker {
  readonly #onCapture: (capture: ScannedCapture) => void;
  readonly #records = new WarcRecords((found) => this.#open(found));
  /** Captures that end in the current member. */
  #captures: Omit<ScannedCapture, 'length'>[] = [];
  /** The current member; null in a file that is not packed. */
  #member: Member | null = null;
  /** The member in which a header begins that continues in the current one; null if none does. */
  #headerMember: Member | null = null;
  #wrongDigests = 0;
  #end = 0;

  constructor(onCapture: (capture: ScannedCapture) => void) {
    this.#onCapture = onCapture;
  }

  start(offset: number): void {
    if (!this.#records.isInHeader) this.#headerMember = null;
    else this.#headerMember ??= this.#member;
    this.#member = { offset, position: this.#records.position };
    this.#records.startMember();
  }

  push(bytes: Buffer): void {
    this.#records.push(bytes);
  }

  end(offset: number, isWhole: boolean): void {
    if (!isWhole) {
      this.#captures = [];
      this.#records.cutOff();
      return;
    }
    for (const capture of this.#captures) this.#onCapture({ ...capture, length: offset - capture.offset });
    this.#captures = [];
    if (this.#records.isBetweenRecords) this.#end = offset;
  }

  counts(): ScanCounts {
    this.#records.end();
    const { records, unreadable } = this.#records;
    return { records, unreadable, wrongDigests: this.#wrongDigests, end: this.#end };
  }

  #open({ fields, start, length }: RecordHeader): BlockReader | null {
    const member =
      this.#headerMember !== null && start < (this.#member?.position ?? 0) ? this.#headerMember : this.#member;
    return readerFor(fields, ({ isRight, ...capture }) => {
      if (!isRight) this.#wrongDigests++;
      // Of a file that is not packed, each record is found by its own place.
      if (member === null) this.#onCapture({ ...capture, inner: 0, offset: start, length });
      else this.#captures.push({ ...capture, inner: start - member.position, offset: member.offset });
    });
  }
}

type Found = Omit<ScannedCapture, 'offset' | 'length' | 'inner'> & { readonly isRight: boolean };

/** Null for records that are not captures of a website. */
function readerFor(fields: Fields, take: (found: Found) => void): BlockReader | null {
  const url = targetOf(fields);
  const date = new Date(fields.get('warc-date') ?? '');
  const isHttp = isResponseOrRevisit(fields) && /^application\/http\b/i.test(fields.get('content-type') ?? '');
  if (!(isHttp || isResource(fields)) || url === undefined || !/^https?:/i.test(url)) return null;
  if (Number.isNaN(date.getTime())) return null;
  const head = new HttpHead(fields);
  const block = Checked.of(fields.get('warc-block-digest'));
  const isRevisit = fields.get('warc-type') === 'revisit';
  const payload = isRevisit ? null : Checked.of(fields.get('warc-payload-digest'));
  return {
    push(bytes) {
      block?.update(bytes);
      const body = head.push(bytes);
      if (body.length > 0) payload?.update(body);
    },
    end() {
      const status = head.status;
      const isUnchanged = status === 304 || /not-modified/.test(fields.get('warc-profile') ?? '');
      if (status !== null && status < 200) return;
      if (status === null && !isRevisit) return;
      // Chunks are part of the body in some files, and not part of the payload.
      const isPlain = header(head, 'transfer-encoding') === null;
      const contentType = header(head, 'content-type');
      const type = mediaType(contentType);
      take({
        url,
        date,
        status,
        type: isRevisit ? 'warc/revisit' : type,
        isPage: status === 200 && type !== null && isHtml(contentType),
        digest: fields.get('warc-payload-digest') ?? null,
        kind: isUnchanged ? 'unchanged' : isRevisit ? 'revisit' : 'response',
        isRight: block?.isRight() !== false && !(isPlain && payload?.isRight() === false),
      });
    },
  };
}

/** A digest that a record states. */
class Checked {
  readonly #stated: string;
  readonly #hash: Hash = createHash('sha1');

  private constructor(stated: string) {
    this.#stated = stated;
  }

  /** Null if there is none that can be checked. */
  static of(stated: string | undefined): Checked | null {
    const [, value] = /^sha1:([A-Z2-7]{32}|[0-9a-f]{40})$/i.exec(stated ?? '') ?? [];
    return value === undefined ? null : new Checked(value.toLowerCase());
  }

  update(bytes: Buffer): void {
    this.#hash.update(bytes);
  }

  isRight(): boolean {
    const digest = this.#hash.digest();
    return [base32(digest).toLowerCase(), digest.toString('hex')].includes(this.#stated);
  }
}
