import {
  FOR_THE_STEPS,
  KEPT,
  kindOf,
  LAST_KIND,
  MAX_GROWTH,
  mayFollow,
  SECTION_END,
  SEPARATOR,
  SEVERAL,
  type ShortcutRules,
} from './kinds.ts';
import { codeAt, sizeFrom, startBefore } from './utf-8.ts';

const LINE_FEED = 0x0a;
const DASH = 0x2d;
const FULL_STOP = 0x2e;
const COLON = 0x3a;

// The dash or colon to write before the next character, if there is one. The start of a name needs none.
const NOT_BEGUN = -1;
const NOTHING = 0;

/** The steps handle ideographs beyond this. The limit keeps the table at an eighth of its full size. */
const CODES = 0x20000;

/**
 * The largest possible size of a slug, in bytes.
 *
 * @param length size of the name, in bytes
 */
export function roomFor(length: number): number {
  return length * MAX_GROWTH;
}

/**
 * Makes the slugs of common names in one pass over the characters. Works on bytes: decoding and splitting lists and
 * encoding slugs would add half the time again.
 */
export class Shortcut {
  readonly #rules: ShortcutRules;
  /** The kind of the character for each ASCII byte. */
  readonly #kindsOfBytes = new Uint8Array(0x100);
  readonly #kinds = new Uint8Array(CODES);
  readonly #texts = new Map<number, Uint8Array>();
  #end = 0;
  #due = NOT_BEGUN;
  #next = 0;

  constructor(rules: ShortcutRules) {
    this.#rules = rules;
  }

  /** The index of the next name, after a call of {@link write}. */
  get next(): number {
    return this.#next;
  }

  /**
   * Reads a name in well-formed UTF-8 from `from` up to a line feed or `to`, and writes its slug at `start`.
   *
   * @param slugs needs {@link roomFor} the name from `start`
   * @returns the end of the slug; -1 if the name needs the steps
   */
  write(names: Uint8Array, from: number, to: number, slugs: Uint8Array, start: number): number {
    const kinds = this.#kindsOfBytes;
    let end = start;
    let due = NOT_BEGUN;
    let at = from;
    // The common cases are inline and the rest is in a method. One loop for everything took twice the time.
    while (at < to) {
      let kind = kinds[names[at] ?? 0] ?? 0;
      if (kind > LAST_KIND) {
        if (due > 0) slugs[end++] = due;
        due = NOTHING;
        do {
          slugs[end++] = kind;
          kind = ++at < to ? (kinds[names[at] ?? 0] ?? 0) : 0;
        } while (kind > LAST_KIND);
      } else if (kind === SEPARATOR) {
        if (due === NOTHING) due = DASH;
        at++;
      } else if (names[at] === LINE_FEED) {
        break;
      } else {
        this.#end = end;
        this.#due = due;
        at = this.#writeOther(names, from, at, slugs, start);
        if (at < 0) return -1;
        end = this.#end;
        due = this.#due;
      }
    }
    this.#next = at + 1;
    while (end > start && (slugs[end - 1] === DASH || slugs[end - 1] === FULL_STOP)) end--;
    return end;
  }

  /** Handles the character at `at`. Returns the index after it, or -1 if the name needs the steps. */
  #writeOther(names: Uint8Array, from: number, at: number, slugs: Uint8Array, start: number): number {
    const code = codeAt(names, at);
    const kind = this.#kinds[code] || this.#learn(code);
    const next = at + sizeFrom(names[at] ?? 0);
    if (kind > LAST_KIND) {
      this.#writeDue(slugs);
      slugs[this.#end++] = kind;
    } else if (kind >= KEPT) {
      if (kind > KEPT && !(at > from && mayFollow(kind, this.#kindBefore(names, at)))) return -1;
      this.#writeDue(slugs);
      this.#copy(names, at, next, slugs);
    } else if (kind === FOR_THE_STEPS) {
      return -1;
    } else if (kind === SEPARATOR) {
      if (this.#due === NOTHING) this.#due = DASH;
    } else if (kind === SECTION_END) {
      if (this.#rules.colons === 'last') dashColon(slugs, start, this.#end);
      if (this.#due !== NOT_BEGUN) this.#due = COLON;
    } else if (kind === SEVERAL || this.#rules.isRemovalABreak) {
      this.#writeDue(slugs);
      const text = this.#texts.get(code);
      if (text !== undefined) this.#copy(text, 0, text.length, slugs);
    }
    return next;
  }

  #kindBefore(names: Uint8Array, at: number): number {
    const code = codeAt(names, startBefore(names, at));
    return this.#kinds[code] || this.#learn(code);
  }

  #learn(code: number): number {
    const { kind, text } = kindOf(String.fromCodePoint(code), this.#rules);
    if (kind === SEVERAL) this.#texts.set(code, new TextEncoder().encode(text));
    this.#kinds[code] = kind;
    if (code < 0x80 && code !== LINE_FEED) this.#kindsOfBytes[code] = kind;
    return kind;
  }

  #writeDue(slugs: Uint8Array): void {
    if (this.#due > 0) slugs[this.#end++] = this.#due;
    this.#due = NOTHING;
  }

  /** A loop is faster than a view and `set` for a few bytes. */
  #copy(bytes: Uint8Array, from: number, to: number, slugs: Uint8Array): void {
    for (let at = from; at < to; at++) slugs[this.#end++] = bytes[at] ?? 0;
  }
}

/** Turns the colon between sections into a dash, if there is one. */
function dashColon(slugs: Uint8Array, start: number, end: number): void {
  const colon = slugs.lastIndexOf(COLON, end - 1);
  if (end > start && colon >= start) slugs[colon] = DASH;
}
