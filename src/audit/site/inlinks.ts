import type { PageLinks } from './entry.ts';

/** How many linking pages to keep for a page. */
const MAX_REFERRERS = 3;
const NOBODY = -1;

/** Counts the links to each page. Pages are numbers from 0: a few bytes each instead of objects. */
export class Inlinks {
  /** How many pages link to each page. */
  readonly #pages: Int32Array;
  /** How many links lead to each page. */
  readonly #links: Int32Array;
  readonly #referrers: Int32Array;
  /** The last page that was seen to link to each page. */
  readonly #latest: Int32Array;
  /** Links by spelling, for pages linked by another URL than their entry's; null stands for the entry's. */
  readonly #spellings = new Map<number, Map<string | null, number>>();

  /** @param size the number of pages */
  constructor(size: number) {
    this.#pages = new Int32Array(size);
    this.#links = new Int32Array(size);
    this.#referrers = new Int32Array(size * MAX_REFERRERS).fill(NOBODY);
    this.#latest = new Int32Array(size).fill(NOBODY);
  }

  /**
   * Adds the links of one page. Links to itself do not count.
   *
   * @param numbers the number of each entry's page
   */
  add({ from, to }: PageLinks, numbers: readonly number[]): void {
    const source = numbers[from];
    if (source === undefined) return;
    for (const { id, url } of to) {
      const target = id === from ? undefined : numbers[id];
      if (target === undefined) continue;
      this.#countSpelling(target, url);
      this.#links[target] = (this.#links[target] ?? 0) + 1;
      if (this.#latest[target] !== source) this.#countPage(target, source);
    }
  }

  /** How many pages link to a page. */
  count(page: number): number {
    return this.#pages[page] ?? 0;
  }

  /** The first pages that link to a page, at most 3. */
  referrers(page: number): readonly number[] {
    const referrers: number[] = [];
    const first = page * MAX_REFERRERS;
    for (let at = first; at < first + Math.min(this.count(page), MAX_REFERRERS); at++) {
      referrers.push(this.#referrers[at] ?? NOBODY);
    }
    return referrers;
  }

  /** How many links use each spelling of a page; null stands for the URL of its entry. */
  spellings(page: number): Iterable<readonly [spelling: string | null, links: number]> {
    const links = this.#links[page] ?? 0;
    return this.#spellings.get(page) ?? (links === 0 ? [] : [[null, links]]);
  }

  #countPage(target: number, source: number): void {
    const count = this.#pages[target] ?? 0;
    this.#latest[target] = source;
    this.#pages[target] = count + 1;
    if (count < MAX_REFERRERS) this.#referrers[target * MAX_REFERRERS + count] = source;
  }

  #countSpelling(target: number, url: string | null): void {
    let counts = this.#spellings.get(target);
    if (counts === undefined) {
      if (url === null) return;
      counts = new Map(this.spellings(target));
      this.#spellings.set(target, counts);
    }
    counts.set(url, (counts.get(url) ?? 0) + 1);
  }
}
