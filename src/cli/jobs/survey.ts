import { originOf } from '../../../crawler/fetch/target.ts';
import type { Entry } from '../../../db/index.ts';
import { SiteFolders } from './site-folders.ts';

/** The times of the oldest and the newest response, in milliseconds since the epoch. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** What a reader of a crawl's entries learns in passing: reading them only for this would take as long again. */
export class Survey {
  /** How many entries the latest reader has read. */
  entries: number = 0;
  /** The origins of all entries, with the site if the origin has pages. */
  readonly origins: Map<string, string | null> = new Map();
  /** The folders of the pages. */
  readonly folders: SiteFolders = new SiteFolders();
  #isFirst = true;
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  /** When responses arrived; null if there are none. */
  get fetched(): TimeSpan | null {
    return this.#from <= this.#to ? { from: this.#from, to: this.#to } : null;
  }

  /**
   * Yields the entries, and surveys them.
   *
   * @throws the signal's reason, once it is aborted
   */
  async *read(entries: AsyncIterable<Entry>, signal?: AbortSignal): AsyncGenerator<Entry> {
    this.entries = 0;
    for await (const entry of entries) {
      this.#see(entry);
      yield entry;
      signal?.throwIfAborted();
    }
    this.#isFirst = false;
  }

  #see({ key, site, state, status, fetchedAt }: Entry): void {
    this.entries++;
    if (fetchedAt !== null) {
      this.#from = Math.min(this.#from, fetchedAt);
      this.#to = Math.max(this.#to, fetchedAt);
    }
    const origin = originOf(key);
    if (origin === null) return;
    const isPage = state === 'done' && status === 200;
    // Entries may be read several times.
    if (isPage && this.#isFirst) this.folders.add(key, site);
    this.origins.set(origin, isPage ? site : (this.origins.get(origin) ?? null));
  }
}
