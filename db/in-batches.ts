import { giveWay, isStretchOver } from '../src/give-way.ts';

/**
 * Items in the order of their numbers, read in batches; ask for one at a time. Yields to the event loop between two items
 * when the stretch is over. An async generator would take several promises for each item, which costs more than to read it.
 *
 * @param readAfter the first items with greater numbers; none at the end
 */
export function inBatches<T extends object>(
  readAfter: (number: number) => Promise<readonly T[]>,
  numberOf: (item: T) => number,
): AsyncIterableIterator<T> {
  let batch: readonly T[] = [];
  let at = 0;
  let isOver = false;
  let last = 0;
  const next = (): Promise<IteratorResult<T, undefined>> => {
    if (isOver) return Promise.resolve({ done: true, value: undefined });
    const value = isStretchOver() ? undefined : batch[at];
    if (value === undefined) return later();
    at++;
    return Promise.resolve({ done: false, value });
  };
  const later = async (): Promise<IteratorResult<T, undefined>> => {
    await giveWay();
    if (at === batch.length) {
      [batch, at] = [await readAfter(last), 0];
      const final = batch.at(-1);
      if (final === undefined) isOver = true;
      else last = numberOf(final);
    }
    return next();
  };
  return {
    next,
    return: async () => {
      isOver = true;
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
