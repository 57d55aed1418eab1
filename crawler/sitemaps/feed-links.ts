import { FoundEntries } from './found-entries.ts';
import { absoluteUrl, type Base, isTooLong } from './reference.ts';

/** The most characters of all links of a feed together. A long base can make each of them long. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Collects the links of a feed, each once. */
export class FeedLinks extends FoundEntries<string> {
  readonly #links = new Set<string>();
  #characters = 0;

  addLink(base: Base, reference: string): void {
    const url = reference === '' ? '' : absoluteUrl(reference, base);
    if (url === '' || this.#links.has(url)) return;
    if (this.#characters > MAX_CHARACTERS) return this.report('too-many-entries');
    if (isTooLong(url)) this.report('too-long');
    this.#characters += url.length;
    this.#links.add(url);
    this.add(url);
  }
}
