/** Four characters of seven bits fit into a small integer, which is faster to look up than text. */
const KEY_LENGTH = 4;
const KEY_MASK = 2 ** (7 * KEY_LENGTH) - 1;

/** Finds the items whose required text may occur in a text, in one scan however many items there are. */
export class TextIndex<T> {
  readonly #always: T[] = [];
  readonly #byStart = new Map<number, T[]>();

  /** @param needed text that the item requires; if it is too short, the item is always found */
  add(needed: string, thing: T): void {
    if (needed.length < KEY_LENGTH) {
      this.#always.push(thing);
      return;
    }
    let key = 0;
    for (let i = 0; i < KEY_LENGTH; i++) key = withCode(key, needed.charCodeAt(i));
    const there = this.#byStart.get(key);
    if (there === undefined) this.#byStart.set(key, [thing]);
    else there.push(thing);
  }

  /** The items whose required text may occur. Some of it may not. */
  within(text: string): readonly T[] {
    if (this.#byStart.size === 0) return this.#always;
    let found: Set<T> | null = null;
    let key = 0;
    for (let i = 0; i < text.length; i++) {
      key = withCode(key, text.charCodeAt(i));
      const things = i + 1 < KEY_LENGTH ? undefined : this.#byStart.get(key);
      if (things === undefined) continue;
      found ??= new Set(this.#always);
      for (const thing of things) found.add(thing);
    }
    return found === null ? this.#always : [...found];
  }
}

/** Adds a character to the key of the last four. Non-ASCII characters may collide, which finds too many items. */
function withCode(key: number, code: number): number {
  return ((key << 7) | (code & 0x7f)) & KEY_MASK;
}
