import { decodeBytes } from '../text/bytes.ts';
import type { Entry, EntrySink } from './entry.ts';
import { checkLength } from './reading/limits.ts';
import { isSpace } from './reading/white-space.ts';

const LF = 0x0a;
const CR = 0x0d;
const LINE_END = Buffer.from([LF]);
const BYTE_ORDER_MARK = 0xefbbbf;
/** Initial buffer size in bytes; grows for longer lines. */
const ROOM = 1 << 20;

/**
 * Cuts a list into lines without creating a string for each, and serves as the entry for the current line. Most lines
 * of a long list repeat earlier ones, so only their bytes are compared. (With strings, as other readers use, a list of
 * two million lines took 1.4 times as long.)
 */
export class LineEntry implements Entry {
  view: DataView;
  start = 0;
  end = 0;
  line = 0;
  readonly place = '';
  readonly #taker: EntrySink;
  #buffer = Buffer.allocUnsafeSlow(ROOM);
  /** The URL, decoded on first use. */
  #url: string | null = null;
  /** The end of the line, including its LF or CRLF. */
  #lineEnd = 0;
  /** Bytes in use in the buffer. */
  #used = 0;
  /** Bytes already searched for a line end. */
  #searched = 0;
  #isStart = true;

  constructor(taker: EntrySink) {
    this.#taker = taker;
    this.view = new DataView(this.#buffer.buffer);
  }

  url(): string {
    this.#url ??= decodeBytes(this.#text(this.start, this.end));
    return this.#url;
  }

  bytes(): string {
    return this.#text(this.start, this.#lineEnd);
  }

  /**
   * Adds bytes, and hands out all complete lines.
   *
   * @throws {FormatError} if a line is too long
   */
  push(bytes: Uint8Array): void {
    this.#append(bytes);
    let start = this.#afterMark();
    let end = this.#lineEndFrom(Math.max(start, this.#searched));
    for (; end > 0; end = this.#lineEndFrom(start)) {
      this.#handOut(start, end);
      start = end;
    }
    this.#buffer.copyWithin(0, start, this.#used);
    this.#used -= start;
    this.#searched = this.#used;
    checkLength(this.#used, this.line + 1);
  }

  /**
   * Hands out the last line.
   *
   * @param isWhole whether to add a missing line end, because another list follows
   */
  finish(isWhole: boolean): void {
    if (isWhole && this.#used > 0) this.push(LINE_END);
    const start = this.#afterMark();
    if (start < this.#used) this.#handOut(start, this.#used);
    this.#used = 0;
  }

  /**
   * The index after the next LF, searching from `from`; 0 if the line is incomplete. Reads four bytes at a time: for
   * lines as short as URLs, a call of the engine's own search takes longer than the search.
   */
  #lineEndFrom(from: number): number {
    const { view } = this;
    const used = this.#used;
    let at = from;
    for (; at + 4 <= used; at += 4) {
      // An LF is now a zero byte, and a zero byte is the first whose highest bit a borrow sets.
      const bytes = view.getInt32(at) ^ 0x0a0a0a0a;
      if (((bytes - 0x01010101) & ~bytes & 0x80808080) !== 0) break;
    }
    for (; at < used; at++) if (view.getUint8(at) === LF) return at + 1;
    return 0;
  }

  #append(bytes: Uint8Array): void {
    const length = this.#used + bytes.length;
    if (length > this.#buffer.length) {
      const more = Buffer.allocUnsafeSlow(Math.max(length, this.#buffer.length * 2));
      this.#buffer.copy(more, 0, 0, this.#used);
      this.#buffer = more;
      this.view = new DataView(more.buffer);
    }
    this.#buffer.set(bytes, this.#used);
    this.#used = length;
  }

  /** The start of the first line, after a byte order mark if there is one. */
  #afterMark(): number {
    if (!this.#isStart || this.#used < 3) return 0;
    this.#isStart = false;
    if (this.#buffer.readUIntBE(0, 3) !== BYTE_ORDER_MARK) return 0;
    this.#taker.other(this.#text(0, 3));
    return 3;
  }

  #handOut(start: number, lineEnd: number): void {
    this.line++;
    this.#isStart = false;
    let end = this.#buffer[lineEnd - 1] === LF ? lineEnd - 1 : lineEnd;
    if (end > start && this.#buffer[end - 1] === CR) end--;
    this.start = start;
    this.end = end;
    this.#lineEnd = lineEnd;
    this.#url = null;
    if (this.#isBlank()) this.#taker.other(this.bytes());
    else this.#taker.entry(this);
  }

  #isBlank(): boolean {
    for (let at = this.start; at < this.end; at++) if (!isSpace(this.#buffer[at] ?? 0)) return false;
    return true;
  }

  #text(start: number, end: number): string {
    return this.#buffer.toString('latin1', start, end);
  }
}
