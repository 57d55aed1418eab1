import { originOf } from '../../../crawler/fetch/target.ts';
import type { Entry } from '../../../db/index.ts';
import type { SiteFolders } from './site-folders.ts';

/** The times of the oldest and the newest response, in milliseconds since the epoch. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** What a reader of a crawl's entries learns in passing: reading them only for this would take as long again. */
export class Survey {
  /** How many entries are read. */
  entries: number = 0;
  /** The origins of all entries, with the site if the origin has pages. */
  readonly origins: Map<string, string | null> = new Map();
  /** The folders of the pages; null if nobody asks for them. */
  readonly folders: SiteFolders | null;
  #latestOrigin = '';
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  /** @param folders counts the folders; null not to */
  constructor(folders: SiteFolders | null) {
    this.folders = folders;
  }

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
    for await (const entry of entries) {
      this.#see(entry);
      yield entry;
      signal?.throwIfAborted();
    }
  }

  #see({ key, site, state, status, fetchedAt }: Entry): void {
    this.entries++;
    if (fetchedAt !== null) {
      this.#from = Math.min(this.#from, fetchedAt);
      this.#to = Math.max(this.#to, fetchedAt);
    }
    const origin = this.#originOf(key);
    if (origin === null) return;
    const isPage = state === 'done' && status === 200;
    if (isPage) this.folders?.add(key, site);
    this.origins.set(origin, isPage ? site : (this.origins.get(origin) ?? null));
  }

  /** Most entries have the origin of the entry before. */
  #originOf(key: string): string | null {
    const latest = this.#latestOrigin;
    if (latest !== '' && key.startsWith(latest) && key.charAt(latest.length) === '/') return latest;
    const origin = originOf(key);
    this.#latestOrigin = origin ?? '';
    return origin;
  }
}
