import type { Key } from '../../src/canon/key.ts';
import type { FoundUrl } from '../store.ts';
import type { KnownEntry } from './found.ts';

/** An entry with its place when it was noted. Its depth, and its hops at one depth, only ever decrease. */
interface Place extends Pick<KnownEntry, 'id' | 'url' | 'key' | 'depth' | 'hops'> {
  /** Whether it was found without a skip reason, so that it may be tried as another spelling. */
  readonly isWanted: boolean;
}

/** How many characters of URLs are remembered: about 30,000 URLs, in some megabytes. */
const MAX_REMEMBERED = 3_000_000;
/** What a URL takes in addition to its own text, counted in characters. */
const LEAST_SIZE = 40;

/**
 * Remembers URLs whose entries would not change if they were found again, because the pages of a site share most of
 * their links. The records of a transaction count only after it is committed.
 */
export class Recorded {
  #places = new Map<string, Place>();
  /** How many more characters may be remembered. */
  #room = MAX_REMEMBERED;
  readonly #pending: [found: string, place: Place][] = [];

  /** The entry of a URL, if recording the URL again would change nothing; otherwise null. */
  find({
    url,
    key,
    depth,
    hops,
    role,
    source,
    skip,
    hasNewCookies = false,
  }: FoundUrl): Pick<Place, 'id' | 'url'> | null {
    const place = this.#places.get(url);
    // A sitemap's listing is recorded each time.
    if (place === undefined || place.key !== key || role !== 'page' || source === 'sitemap' || hasNewCookies)
      return null;
    if (skip === null && !place.isWanted) return null;
    return depth > place.depth || (depth === place.depth && hops >= place.hops) ? place : null;
  }

  /** Whether recording the URL may change anything; if not, its entry is put into `entries`. */
  isNews(found: FoundUrl, entries: Map<Key, Pick<Place, 'id' | 'url'>>): boolean {
    const entry = this.find(found);
    if (entry !== null) entries.set(found.key, entry);
    return entry === null;
  }

  /** @param entry as stored now, and not skipped: a skipped entry may be wanted the next time it is found */
  note({ url: found, skip }: FoundUrl, { id, url, key, depth, hops }: Omit<Place, 'isWanted'>): void {
    this.#pending.push([found, { id, url, key, depth, hops, isWanted: skip === null }]);
  }

  /** Begins a transaction, or begins it again after a failed attempt. */
  begin(): void {
    this.#pending.length = 0;
  }

  /** Keeps the records of the transaction. */
  commit(): void {
    for (const [found, place] of this.#pending) {
      if (this.#room < found.length) this.forget();
      this.#room -= found.length + LEAST_SIZE;
      this.#places.set(found, place);
    }
    this.#pending.length = 0;
  }

  /** Forgets everything, because entries may change in other ways. */
  forget(): void {
    this.#places = new Map();
    this.#room = MAX_REMEMBERED;
  }
}
