import type { DocumentProblem } from './problem.ts';
import { absoluteUrl, type Base, isTooLong, MAX_ENTRIES } from './reference.ts';

/** The most characters of all links of a feed together. A long base can make each of them long. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Collects the links of a feed, each once. */
export class FeedLinks {
  readonly problems: Set<DocumentProblem> = new Set();
  readonly #links = new Set<string>();
  #characters = 0;

  get links(): readonly string[] {
    return [...this.#links];
  }

  /** Whether the rest of the feed can be ignored. */
  get isComplete(): boolean {
    return this.problems.has('too-many-entries') || this.problems.has('not-a-feed');
  }

  add(base: Base, reference: string): void {
    if (reference === '') return;
    const url = absoluteUrl(base, reference);
    if (this.#links.has(url)) return;
    if (this.#links.size >= MAX_ENTRIES || this.#characters > MAX_CHARACTERS) {
      this.problems.add('too-many-entries');
      return;
    }
    if (isTooLong(url)) this.problems.add('too-long');
    this.#characters += url.length;
    this.#links.add(url);
  }
}
