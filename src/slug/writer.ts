import { joinBytes, lineEnd, linesEnd } from '../text/byte-lines.ts';
import { roomFor, type Shortcut } from './shortcut.ts';

const LINE_FEED = 0x0a;
/** Bytes to process at a time. Longer lines go through the steps. */
const BATCH = 1 << 17;

/** Makes slugs with the shortcut, and with the steps for names that the shortcut cannot handle. */
export class SlugWriter {
  readonly #shortcut: Shortcut;
  readonly #slugByStep: (name: string) => string;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #name = new Uint8Array(1 << 12);
  readonly #slugs = new Uint8Array(roomFor(BATCH));
  #end = 0;
  #full: Uint8Array[] = [];

  constructor(shortcut: Shortcut, slugByStep: (name: string) => string) {
    this.#shortcut = shortcut;
    this.#slugByStep = slugByStep;
  }

  slug(name: string): string {
    // Malformed text would not survive encoding, and a line feed would end the name.
    if (name.length * 3 > this.#name.length || name.includes('\n') || !name.isWellFormed())
      return this.#slugByStep(name);
    const { written } = this.#encoder.encodeInto(name, this.#name);
    const end = this.#shortcut.write(this.#name, 0, written, this.#slugs, 0);
    return end < 0 ? this.#slugByStep(name) : this.#decoder.decode(this.#slugs.subarray(0, end));
  }

  /** The slugs of lines of names. See `slugLines` of `Slugger`. */
  lines(names: Uint8Array): Uint8Array {
    let from = 0;
    do {
      const to = linesEnd(names, from, BATCH);
      if (to - from > BATCH) this.#addByStep(names, from, to);
      else this.#addBatch(names, from, to);
      from = to;
    } while (from < names.length);
    return this.#take();
  }

  #addBatch(names: Uint8Array, from: number, to: number): void {
    let at = from;
    do {
      if (this.#end + roomFor(to - at) >= this.#slugs.length) this.#flush();
      const end = this.#shortcut.write(names, at, to, this.#slugs, this.#end);
      if (end < 0) {
        const next = Math.min(lineEnd(names, at), to);
        this.#addByStep(names, at, next);
        at = next;
      } else {
        this.#slugs[end] = LINE_FEED;
        this.#end = end + 1;
        at = this.#shortcut.next;
      }
    } while (at < to);
  }

  /** @param to the end of the line, with or without its line feed */
  #addByStep(names: Uint8Array, from: number, to: number): void {
    const line = names.subarray(from, names[to - 1] === LINE_FEED ? to - 1 : to);
    this.#addBytes(this.#encoder.encode(`${this.#slugByStep(this.#decoder.decode(line))}\n`));
  }

  #addBytes(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#slugs.length) this.#flush();
    if (bytes.length > this.#slugs.length) {
      this.#full.push(bytes);
    } else {
      this.#slugs.set(bytes, this.#end);
      this.#end += bytes.length;
    }
  }

  #flush(): void {
    if (this.#end > 0) this.#full.push(this.#slugs.slice(0, this.#end));
    this.#end = 0;
  }

  #take(): Uint8Array {
    this.#flush();
    const parts = this.#full;
    this.#full = [];
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? first : joinBytes(parts);
  }
}
