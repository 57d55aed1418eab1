import { decodeBytes } from '../text/bytes.ts';
import type { Entry, EntrySink } from './entry.ts';
import { checkLength } from './reading/limits.ts';
import { isSpace } from './reading/white-space.ts';

const LF = 0x0a;
const CR = 0x0d;
const LINE_END = Buffer.from([LF]);
const BYTE_ORDER_MARK = 0xefbbbf;
/** Room for lines at first; grows for longer ones. */
const ROOM = 1 << 20;

/**
 * Cuts a list into lines without making a string of each, and is the entry of the line at hand: most lines of a long
 * list are copies of lines that came before, and then their bytes are all that is looked at. (With strings, as the
 * readers of other formats make them, a list of two million took 1.4 times as long.)
 */
export class LineEntry implements Entry {
  view: DataView;
  start = 0;
  end = 0;
  line = 0;
  readonly place = '';
  readonly #taker: EntrySink;
  #buffer = Buffer.allocUnsafeSlow(ROOM);
  /** Where the line ends with its LF or CRLF. */
  #lineEnd = 0;
  /** Bytes of the buffer that are in use. */
  #used = 0;
  /** Bytes of them in which no line ends. */
  #searched = 0;
  #isStart = true;

  constructor(taker: EntrySink) {
    this.#taker = taker;
    this.view = new DataView(this.#buffer.buffer);
  }

  url(): string {
    return decodeBytes(this.#text(this.start, this.end));
  }

  bytes(): string {
    return this.#text(this.start, this.#lineEnd);
  }

  /**
   * Hands out the lines that are complete by now.
   *
   * @throws {FormatError} where a line is too long to be one
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

  /** @param isWhole whether the last line is to have an end, for others follow */
  finish(isWhole: boolean): void {
    if (isWhole && this.#used > 0) this.push(LINE_END);
    const start = this.#afterMark();
    if (start < this.#used) this.#handOut(start, this.#used);
    this.#used = 0;
  }

  /**
   * Where the line ends that goes on at an index, behind its LF; 0 where its end is yet to come. Four bytes at a time: for
   * lines as short as URLs the engine's own search takes longer to call than to run.
   */
  #lineEndFrom(from: number): number {
    const { view } = this;
    const used = this.#used;
    let at = from;
    for (; at + 4 <= used; at += 4) {
      // A byte that is LF is 0 now, and the only one from which a borrow reaches its highest bit first.
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

  /** Where the lines start: behind the byte order mark, if there is one. */
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
