import type { FoundUrl, Settlement } from '../db/store.ts';

/** How many URLs of one document a transaction records, counted in short URLs: about ten milliseconds of work. */
export const BATCH = 1000;
/** How many URLs of several documents a transaction records. Most of them are known and take almost no time. */
const BATCH_OF_DOCUMENTS = 4000;
/** The length of a short URL, in UTF-16 units. A longer one counts as several. */
const SHORT = 512;

/** How long a URL takes to record, counted in short URLs. */
export function loadOf({ url }: Pick<FoundUrl, 'url'>): number {
  return Math.max(1, url.length / SHORT);
}

/** The URLs of a list in parts of at most `BATCH`. */
export function* batchesOf<T extends Pick<FoundUrl, 'url'>>(urls: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < urls.length; ) {
    const next = urls.slice(at, at + BATCH);
    const end = fitting(next, loadOf, BATCH);
    yield next.slice(0, end);
    at += end;
  }
}

/** How many settlements from the start fit into one batch; at least one. */
export function batchOf(settlements: readonly Settlement[]): number {
  return fitting(settlements, ({ found }) => found.reduce((load, url) => load + loadOf(url), 0), BATCH_OF_DOCUMENTS);
}

/** How many items from the start have at most this load together; at least one. */
function fitting<T>(items: readonly T[], loadOfItem: (item: T) => number, most: number): number {
  let load = 0;
  const end = items.findIndex((item) => {
    const before = load;
    load += loadOfItem(item);
    return before > 0 && load > most;
  });
  return end === -1 ? items.length : end;
}
