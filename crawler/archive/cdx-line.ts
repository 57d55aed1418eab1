import { isObject, parseJson } from '../../src/lists/formats/json-field.ts';
import { decodeBytes } from '../../src/text/bytes.ts';
import { bareDigest, type Capture, captureTime, NO_ANSWER, type NoCapture } from './capture.ts';

/** The columns that a capture is made of, by their letters in a header. */
interface Columns {
  readonly delimiter: string;
  readonly time: number;
  readonly url: number;
  readonly type: number;
  readonly status: number;
  readonly digest: number;
  readonly redirect: number;
}

/** `N b a m s k r …`: all indexes without a header start this way, with or without `r`. */
const USUAL: Columns = { delimiter: ' ', time: 1, url: 2, type: 3, status: 4, digest: 5, redirect: 6 };
/** The numbers of columns of indexes without a header: `N b a m s k S` has no redirect, the others have. */
const USUAL_COUNTS: ReadonlySet<number> = new Set([7, 9, 10, 11]);
const COUNT_WITHOUT_REDIRECT = 7;

const HEADER = /^([ \t,;|])CDX\1/;
const COMMENT = /^(?:[!@#]|\s*$)/;
const STATUS = /^[1-5][0-9]{2}$/;

/**
 * Reads the lines of an index of captures: CDX with a header or without, and CDXJ. Each line may have another format.
 * https://archive.org/web/researcher/cdx_file_format.php, https://specs.webrecorder.net/cdxj/0.1.0/
 */
export class CdxReader {
  #columns: Columns | null = null;

  /** @param line the line's bytes, one per character, without the line feed */
  read(line: string): Capture | NoCapture {
    if (HEADER.test(line)) return this.#readHeader(line);
    if (COMMENT.test(line)) return 'blank';
    const time = line.indexOf(' ') + 1;
    const json = line.indexOf(' ', time) + 1;
    if (time > 0 && json > 0 && line.charCodeAt(json) === BRACE) {
      return fromJson(line.slice(0, time - 1), line.slice(time, json - 1), line.slice(json));
    }
    return this.#fromColumns(line);
  }

  #readHeader(line: string): NoCapture {
    const delimiter = line.charAt(0);
    const letters = line.slice(1).trimEnd().split(delimiter, MAX_COLUMNS).slice(1);
    const [time, url] = [letters.indexOf('b'), letters.lastIndexOf('a')];
    const digest = Math.max(letters.indexOf('k'), letters.indexOf('c'));
    const columns = { delimiter, time, url, digest, type: letters.indexOf('m'), status: letters.indexOf('s') };
    if ([time, url, digest, columns.status].includes(-1)) return 'unreadable';
    this.#columns = { ...columns, redirect: letters.indexOf('r') };
    return 'blank';
  }

  #fromColumns(line: string): Capture | NoCapture {
    const columns = this.#columns ?? USUAL;
    const cells = line.split(columns.delimiter, MAX_COLUMNS);
    if (this.#columns === null && !USUAL_COUNTS.has(cells.length)) return 'unreadable';
    const hasRedirect = this.#columns !== null || cells.length > COUNT_WITHOUT_REDIRECT;
    return captureOf({
      key: cells[0] ?? '',
      time: cells[columns.time] ?? '',
      url: cells[columns.url],
      type: cells[columns.type],
      status: cells[columns.status],
      digest: cells[columns.digest],
      redirect: hasRedirect ? cells[columns.redirect] : undefined,
    });
  }
}

const BRACE = 0x7b;
const MAX_COLUMNS = 32;

function fromJson(key: string, time: string, json: string): Capture | NoCapture {
  const fields = parseJson(json);
  if (!isObject(fields)) return 'unreadable';
  const { url, mime, status, digest, redirect } = fields;
  return captureOf({ key, time, url, type: mime, status, digest, redirect });
}

/** The fields of a line, which may hold anything. */
interface Fields {
  readonly key: string;
  readonly time: string;
  readonly url: unknown;
  readonly type: unknown;
  readonly status: unknown;
  readonly digest: unknown;
  readonly redirect: unknown;
}

function captureOf({ key, time: written, url, type, status, digest, redirect }: Fields): Capture | NoCapture {
  const time = captureTime(written);
  const code = statusOf(status, type);
  if (time === null || code === null || typeof url !== 'string' || url === '' || url === '-') return 'unreadable';
  const location = typeof redirect === 'string' ? targetIn(redirect) : null;
  const sum = typeof digest === 'string' ? bareDigest(digest) : '';
  return { url: decodeBytes(url), time, status: code, digest: sum, location, site: siteOf(key) };
}

function targetIn(redirect: string): string | null {
  if (redirect === '-' || redirect === '') return null;
  return decodeBytes(ESCAPED_URL.test(redirect) ? unescaped(redirect) : redirect);
}

/** wget escapes the whole target of a redirect. */
const ESCAPED_URL = /^https?%3A/i;

function unescaped(text: string): string {
  return text.replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** 0 if the line has none, as for a revisit or a record that is not of HTTP; null if it is wrong. */
function statusOf(status: unknown, type: unknown): number | null {
  const text = typeof status === 'number' ? String(status) : status;
  if (typeof text === 'string' && STATUS.test(text)) return Number(text);
  const isMissing = text === undefined || text === '-' || text === '' || text === '0';
  return isMissing ? (type === 'warc/revisit' ? 0 : NO_ANSWER) : null;
}

/** `com,example)` of `com,example)/a?b`; null if the key is not in this form. */
function siteOf(key: string): string | null {
  const end = key.indexOf(')');
  const slash = key.indexOf('/');
  return end > 0 && (slash < 0 || slash > end) ? key.slice(0, end + 1) : null;
}
