import { MAX_URL_LENGTH } from '../limits.ts';

/** One character more than is fetched, so that a longer URL is known for one. */
const MAX_LENGTH = MAX_URL_LENGTH + 1;

/** The text of an element or an attribute: its start, long enough for every URL that is fetched. */
export class Field {
  #text = '';

  append(text: string): void {
    const rest = this.#text === '' ? text.replace(/^[\t\n\r ]+/, '') : text;
    if (this.#text.length < MAX_LENGTH) this.#text += rest.slice(0, MAX_LENGTH - this.#text.length);
  }

  /** Without the white space around it. A copy: a part of a string keeps the whole of it in memory. */
  get value(): string {
    let end = this.#text.length;
    while (end > 0 && /[\t\n\r ]/.test(this.#text.charAt(end - 1))) end--;
    return ` ${this.#text.slice(0, end)}`.slice(1);
  }
}
