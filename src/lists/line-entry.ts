import { ByteHash } from '../compact/byte-hash.ts';
import { decodeBytes } from '../text/bytes.ts';
import { isSpace } from '../text/white-space.ts';
import type { Entry, EntrySink } from './entry.ts';
import type { Output } from './output.ts';
import { checkLength } from './reading/limits.ts';

const LF = 0x0a;
const CR = 0x0d;
const LINE_END = Buffer.from([LF]);
const BYTE_ORDER_MARK = 0xefbbbf;
/** Lines to find before they are handed out. */
const LINES_AT_ONCE = 256;
/** Bytes to read as a string at a time. */
const WINDOW = 1 << 14;
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
  hash = 0;
  line = 0;
  readonly place = '';
  readonly fault = '';
  readonly #sink: EntrySink;
  #buffer = Buffer.allocUnsafeSlow(ROOM);
  /** The URL, decoded on first use. */
  #url: string | null = null;
  /** Some bytes of the buffer as a string, and the index of the first of them. */
  #window = '';
  #windowStart = 0;
  /** The end of the line, including its LF or CRLF. */
  #lineEnd = 0;
  /** Bytes in use in the buffer. */
  #used = 0;
  readonly #hasher = new ByteHash();
  /** The lines found last: the ends of their text, their ends, their hashes, and whether they are ASCII. */
  readonly #ends = new Int32Array(LINES_AT_ONCE);
  readonly #lineEnds = new Int32Array(LINES_AT_ONCE);
  readonly #hashes = new Int32Array(LINES_AT_ONCE);
  readonly #ascii = new Uint8Array(LINES_AT_ONCE);
  /** Whether the current line is ASCII. */
  #isAscii = true;
  #isStart = true;

  constructor(sink: EntrySink) {
    this.#sink = sink;
    this.view = new DataView(this.#buffer.buffer);
  }

  url(): string {
    this.#url ??= this.#decoded();
    return this.#url;
  }

  bytes(): string {
    return this.#text(this.start, this.#lineEnd);
  }

  writeTo(output: Output): void {
    output.copy(this.view, this.start, this.#lineEnd);
  }

  /**
   * Adds bytes, and hands out all complete lines.
   *
   * @throws {FormatError} if a line is too long
   */
  push(bytes: Uint8Array): void {
    const length = bytes.lastIndexOf(LF) + 1;
    const lastEnd = length === 0 ? 0 : this.#used + length;
    this.#append(bytes);
    const start = this.#afterMark();
    this.#handOut(start, lastEnd);
    this.#drop(Math.max(start, lastEnd));
    checkLength(this.#used, this.line + 1);
  }

  /**
   * Hands out the last line.
   *
   * @param isWhole whether to add a missing line end, because another list follows
   */
  finish(isWhole: boolean): void {
    if (isWhole && this.#used > 0) this.push(LINE_END);
    this.#handOut(this.#afterMark(), this.#used);
    this.#used = 0;
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

  #drop(length: number): void {
    if (length === 0) return;
    this.#buffer.copyWithin(0, length, this.#used);
    this.#used -= length;
    this.#window = '';
  }

  /** The start of the first line, after a byte order mark if there is one. */
  #afterMark(): number {
    if (!this.#isStart || this.#used < 3) return 0;
    this.#isStart = false;
    if (this.#buffer.readUIntBE(0, 3) !== BYTE_ORDER_MARK) return 0;
    this.#sink.other(this.#text(0, 3));
    return 3;
  }

  #handOut(from: number, end: number): void {
    let start = from;
    while (start < end) {
      const count = this.#look(start, end);
      this.#sink.ahead?.(this.#hashes, count);
      for (let index = 0; index < count; index++) {
        this.#set(start, index);
        if (this.#isBlank()) this.#sink.other(this.bytes());
        else this.#sink.entry(this);
        start = this.#lineEnd;
      }
    }
  }

  /** Finds the next lines, and hashes them on the way. Returns their number. */
  #look(from: number, limit: number): number {
    const { view } = this;
    const hasher = this.#hasher;
    let count = 0;
    for (let start = from; start < limit && count < LINES_AT_ONCE; count++) {
      hasher.start(view, start, limit);
      let at = hasher.at;
      while (at < limit && view.getUint8(at) !== LF) at++;
      const end = at > start && view.getUint8(at - 1) === CR ? at - 1 : at;
      start = Math.min(at + 1, limit);
      this.#hashes[count] = hasher.finish(view, end);
      this.#ascii[count] = hasher.isAscii ? 1 : 0;
      this.#ends[count] = end;
      this.#lineEnds[count] = start;
    }
    return count;
  }

  #set(start: number, index: number): void {
    this.line++;
    this.#isStart = false;
    this.start = start;
    this.end = this.#ends[index] ?? 0;
    this.hash = this.#hashes[index] ?? 0;
    this.#isAscii = this.#ascii[index] === 1;
    this.#lineEnd = this.#lineEnds[index] ?? 0;
    this.#url = null;
  }

  #isBlank(): boolean {
    for (let at = this.start; at < this.end; at++) if (!isSpace(this.#buffer[at] ?? 0)) return false;
    return true;
  }

  #decoded(): string {
    const bytes = this.#text(this.start, this.end);
    return this.#isAscii ? bytes : decodeBytes(bytes);
  }

  /** Slices a longer string: a call of the engine for each line takes several times as long. */
  #text(start: number, end: number): string {
    if (start < this.#windowStart || end > this.#windowStart + this.#window.length) {
      this.#windowStart = start;
      this.#window = this.#buffer.toString('latin1', start, Math.min(this.#used, Math.max(end, start + WINDOW)));
    }
    return this.#window.slice(start - this.#windowStart, end - this.#windowStart);
  }
}
