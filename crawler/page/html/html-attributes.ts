import { isAt } from './html-bytes.ts';
import { decodeAttribute } from './html-references.ts';

/** How much of an attribute is read, in UTF-16 units: enough for the longest URL in any notation. */
const MAX_ATTRIBUTE_LENGTH = 64 * 1024;
/** How many bytes are made a string at a time: more than the longest attribute that is read. */
const PART = 2 * MAX_ATTRIBUTE_LENGTH;
/** The most bytes of one UTF-16 unit in UTF-8. */
const MAX_UNIT = 3;

/** The attributes of a tag that are read. All others are skipped. */
export interface WantedAttributes {
  /** In lower case. */
  readonly names: readonly string[];
  /** A bit for each length of a wanted name, which rules out most other names without comparing them. */
  readonly lengths: number;
}

/** @param list names in lower case, at most 31 bytes each */
export function wanted(list: string): WantedAttributes {
  const names = list.split(' ');
  return { names, lengths: names.reduce((bits, name) => bits | (1 << name.length), 0) };
}

/** The wanted attributes of one tag after the other. Values are decoded when they are asked for. */
export class HtmlAttributes {
  readonly #bytes: Buffer;
  /**
   * A part of them with a character per byte, and where it is: a part of a string costs a third of a string from bytes.
   */
  #latin1 = '';
  #from = 0;
  #to = 0;
  #wanted: WantedAttributes | undefined;
  #count = 0;
  readonly #names: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Starts a tag. */
  reset(wantedOfTag: WantedAttributes | undefined): void {
    this.#wanted = wantedOfTag;
    this.#count = 0;
  }

  /** Adds an attribute of the tag. If a name is repeated, the first one counts. */
  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const length = nameEnd - nameStart;
    if (this.#wanted === undefined || length > 31 || ((this.#wanted.lengths >>> length) & 1) === 0) return;
    // A closure for each attribute was a tenth of all memory that a crawl allocates.
    for (const name of this.#wanted.names) {
      if (name.length !== length || !isAt(this.#bytes, nameStart, name) || this.has(name)) continue;
      this.#names[this.#count] = name;
      this.#starts[this.#count] = valueStart;
      this.#ends[this.#count] = valueEnd;
      this.#count++;
      return;
    }
  }

  has(name: string): boolean {
    return this.#indexOf(name) !== -1;
  }

  /** The value with character references decoded; undefined if the tag does not have the attribute. */
  get(name: string): string | undefined {
    const index = this.#indexOf(name);
    return index === -1 ? undefined : this.#valueOf(this.#starts[index] ?? 0, this.#ends[index] ?? 0);
  }

  #valueOf(start: number, end: number): string {
    const value = this.#latin1Of(start, Math.min(end, start + MAX_ATTRIBUTE_LENGTH));
    if (!NEEDS_WORK.test(value)) return value;
    return BEYOND_ASCII.test(value) ? decodedValue(this.#bytes, start, end) : decodeAttribute(value);
  }

  #latin1Of(start: number, end: number): string {
    if (start < this.#from || end > this.#to) {
      this.#from = start;
      this.#to = Math.min(start + PART, this.#bytes.length);
      this.#latin1 = this.#bytes.toString('latin1', this.#from, this.#to);
    }
    return this.#latin1.slice(start - this.#from, end - this.#from);
  }

  #indexOf(name: string): number {
    for (let index = 0; index < this.#count; index++) if (this.#names[index] === name) return index;
    return -1;
  }
}

const NEEDS_WORK = /[&\0\r\x80-\xff]/;
const BEYOND_ASCII = /[\x80-\xff]/;

function decodedValue(bytes: Buffer, start: number, end: number): string {
  // The cut may be within a character, which is then beyond the limit.
  const enough = Math.min(end, start + MAX_UNIT * (MAX_ATTRIBUTE_LENGTH + 1));
  return decodeAttribute(bytes.toString('utf8', start, enough).slice(0, MAX_ATTRIBUTE_LENGTH));
}
