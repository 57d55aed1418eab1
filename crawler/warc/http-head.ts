import { allFields, type Fields, valuesByName } from './http-fields.ts';
import { isResource, MAX_HEADER } from './warc-records.ts';

/** The status line and headers at the start of a block. A `resource` record has none, and gets those of a 200 answer. */
export class HttpHead {
  #text = '';
  #isWhole = false;
  /** Read from the text when they are needed. */
  #headers: Readonly<Record<string, readonly string[]>> | null = null;

  /** @param record the fields of the record */
  constructor(record: Fields) {
    if (!isResource(record)) return;
    this.#text = `HTTP/1.1 200 OK\r\nContent-Type: ${record.get('content-type') ?? ''}`;
    this.#isWhole = true;
  }

  /** Takes bytes, and returns those behind the headers. */
  push(bytes: Buffer): Buffer {
    if (this.#isWhole) return bytes;
    const before = this.#text.length;
    if (before > MAX_HEADER) return bytes.subarray(bytes.length);
    this.#text += bytes.toString('latin1', 0, MAX_HEADER);
    this.#headers = null;
    const end = /\r?\n\r?\n/.exec(this.#text);
    if (end === null) return bytes.subarray(bytes.length);
    this.#isWhole = true;
    this.#text = this.#text.slice(0, end.index);
    return bytes.subarray(end.index + end[0].length - before);
  }

  /** Whether the end of the headers was found. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The status line and headers, with one character per byte. */
  get text(): string {
    return this.#text;
  }

  /** Null if it does not start with a status line. */
  get status(): number | null {
    const [, status] = /^HTTP\/[0-9.]+ ([1-5][0-9]{2})(?: |\r|\n|$)/.exec(this.#text) ?? [];
    return status === undefined ? null : Number(status);
  }

  /** The values of each header, by lower-case name. */
  get headers(): Readonly<Record<string, readonly string[]>> {
    return (this.#headers ??= valuesByName(allFields(this.#text)));
  }
}
