import type { Key } from '../../src/canon/key.ts';
import type { EntryId, FoundUrl } from '../store.ts';

/** An entry, and where it is at most: its depth, and at one depth its hops, only ever get less. */
interface Place {
  readonly id: EntryId;
  /** The first spelling, NULL for the key's own text. */
  readonly url: string | null;
  readonly key: Key;
  readonly depth: number;
  readonly hops: number;
}

/** Characters of the URLs that are remembered: 20,000 of the usual length, in some megabytes. */
const MAX_REMEMBERED = 1_000_000;
/** What a URL takes beside its own text, counted in characters. */
const LEAST_SIZE = 40;

/**
 * URLs whose entries would stay as they are if they were found again: pages of a site have most of their links in
 * common. What a transaction records counts once it is committed.
 */
export class Recorded {
  #places = new Map<string, Place>();
  /** Characters that may be remembered beside those that are. */
  #room = MAX_REMEMBERED;
  readonly #pending: [found: string, place: Place][] = [];

  /** The entry of a URL, where to record it once more changes nothing. */
  find({ url, key, depth, hops, role, source }: FoundUrl): Pick<Place, 'id' | 'url'> | null {
    const place = this.#places.get(url);
    // A sitemap's listing is recorded each time.
    if (place === undefined || place.key !== key || role !== 'page' || source === 'sitemap') return null;
    return depth > place.depth || (depth === place.depth && hops >= place.hops) ? place : null;
  }

  /** @param entry as it is stored now, not skipped: what is skipped may be wanted the next time */
  note(found: string, { id, url, key, depth, hops }: Place): void {
    this.#pending.push([found, { id, url, key, depth, hops }]);
  }

  /** A transaction begins, perhaps once more. */
  begin(): void {
    this.#pending.length = 0;
  }

  commit(): void {
    for (const [found, place] of this.#pending) {
      if (this.#room < found.length) this.forget();
      this.#room -= found.length + LEAST_SIZE;
      this.#places.set(found, place);
    }
    this.#pending.length = 0;
  }

  forget(): void {
    this.#places = new Map();
    this.#room = MAX_REMEMBERED;
  }
}
