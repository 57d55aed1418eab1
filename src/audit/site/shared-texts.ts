/** Keeps equal texts in memory once: whoever makes or reads a text gets a new one each time. */
export class SharedTexts {
  readonly #texts = new Map<string, string>();
  #latest = '';

  /** The text, as the same object for all equal ones. */
  one<Text extends string | null>(text: Text): Text {
    if (text === null) return text;
    // Entries that follow each other often agree, and to compare a text is faster than to find it.
    if (text !== this.#latest) this.#latest = this.#find(text);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- equal texts have equal types
    return this.#latest as Text;
  }

  #find(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }
}
