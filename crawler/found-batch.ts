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
export function* batchesOf<T extends Pick<FoundUrl, 'url'>>(urls: Iterable<T>): Generator<readonly T[]> {
  let batch: T[] = [];
  let load = 0;
  for (const url of urls) {
    load += loadOf(url);
    if (load > BATCH && batch.length > 0) {
      yield batch;
      batch = [];
      load = loadOf(url);
    }
    batch.push(url);
  }
  if (batch.length > 0) yield batch;
}

/** How many settlements from the start fit into one batch; at least one. */
export function batchOf(settlements: readonly Settlement[]): number {
  let load = 0;
  const end = settlements.findIndex(({ found }) => {
    const before = load;
    for (const url of found) load += loadOf(url);
    return before > 0 && load > BATCH_OF_DOCUMENTS;
  });
  return end === -1 ? settlements.length : end;
}
