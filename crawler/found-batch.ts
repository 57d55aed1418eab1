import type { FoundUrl, Settlement } from '../db/store.ts';

/** The URLs of a document that one transaction takes, counted in short ones: some ten milliseconds. */
export const BATCH = 1000;
/** Those of several documents. Most of them are known, and take no time. */
const BATCH_OF_DOCUMENTS = 4000;
/** A short one; a longer one counts as so many. UTF-16 units. */
const SHORT = 512;

/** How much a URL takes to record, counted in short ones. */
export function loadOf({ url }: Pick<FoundUrl, 'url'>): number {
  return Math.max(1, url.length / SHORT);
}

/** How many of the first settlements make a batch: one at least. */
export function batchOf(settlements: readonly Settlement[]): number {
  let load = 0;
  const end = settlements.findIndex(({ found }) => {
    const before = load;
    for (const url of found) load += loadOf(url);
    return before > 0 && load > BATCH_OF_DOCUMENTS;
  });
  return end === -1 ? settlements.length : end;
}
