import { roomFor, type Shortcut, writeText } from './shortcut.ts';

const LINE_FEED = 0x0a;
const CAPACITY = 1 << 15;

/** Gathers slugs as codes, for a string made of many at once costs little more than a string made of one. */
export class SlugWriter {
  readonly #shortcut: Shortcut;
  readonly #slugByStep: (name: string) => string;
  readonly #codes = new Uint16Array(CAPACITY);
  readonly #decoder = new TextDecoder('utf-16le', { ignoreBOM: true });
  #length = 0;
  #text = '';

  constructor(shortcut: Shortcut, slugByStep: (name: string) => string) {
    this.#shortcut = shortcut;
    this.#slugByStep = slugByStep;
  }

  add(name: string): void {
    const room = roomFor(name);
    if (this.#length + room > CAPACITY) this.#flush();
    const end = room > CAPACITY ? -1 : this.#shortcut(name, this.#codes, this.#length);
    if (end >= 0) this.#length = end;
    else this.#addText(this.#slugByStep(name));
  }

  addLineFeed(): void {
    if (this.#length === CAPACITY) this.#flush();
    this.#codes[this.#length++] = LINE_FEED;
  }

  /** All that was added since the last time. */
  take(): string {
    this.#flush();
    const text = this.#text;
    this.#text = '';
    return text;
  }

  /** What is not well-formed does not survive as codes. */
  #addText(text: string): void {
    if (this.#length + text.length <= CAPACITY && text.isWellFormed()) {
      this.#length = writeText(text, this.#codes, this.#length);
    } else {
      this.#flush();
      this.#text += text;
    }
  }

  #flush(): void {
    if (this.#length > 0) this.#text += this.#decoder.decode(this.#codes.subarray(0, this.#length));
    this.#length = 0;
  }
}
