import { detached } from '../../src/text/detached.ts';
import { MAX_URL_LENGTH } from '../limits.ts';

/** One character more than is fetched, so that longer URLs are recognized as too long. */
const MAX_LENGTH = MAX_URL_LENGTH + 1;

/** The text of an element or an attribute, cut after the longest URL that is fetched. */
export class Field {
  #text = '';

  append(text: string): void {
    const rest = this.#text === '' ? text.replace(/^[\t\n\r ]+/, '') : text;
    if (this.#text.length < MAX_LENGTH) this.#text += rest.slice(0, MAX_LENGTH - this.#text.length);
  }

  /** The text without surrounding white space. */
  get value(): string {
    let end = this.#text.length;
    while (end > 0 && /[\t\n\r ]/.test(this.#text.charAt(end - 1))) end--;
    return detached(this.#text.slice(0, end));
  }
}
