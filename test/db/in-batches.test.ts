import { expect, test } from 'vitest';
import { inBatches } from '../../db/in-batches.ts';
import { everyLookTakes, turnsDuring } from '../stepped-clock.ts';

interface Item {
  readonly id: number;
}

/** Items with the numbers from 1, in batches of three. */
function items(asked: number[] = [], count = 30): AsyncIterableIterator<Item> {
  const readAfter = async (after: number): Promise<readonly Item[]> => {
    asked.push(after);
    return Array.from({ length: Math.min(3, count - after) }, (_, at) => ({ id: after + at + 1 }));
  };
  return inBatches(readAfter, ({ id }) => id);
}

test('gives each item once, in order, and each batch begins after the last item', async () => {
  const asked: number[] = [];
  const all = await Array.fromAsync(items(asked, 8));
  expect(all.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(asked).toEqual([0, 3, 6, 8]);
  expect(await Array.fromAsync(items([], 0))).toEqual([]);
});

test('reads nothing more for a reader who stops', async () => {
  const asked: number[] = [];
  const some = items(asked);
  for await (const { id } of some) if (id === 4) break;
  expect(asked).toEqual([0, 3]);
  expect(await some.next()).toEqual({ done: true, value: undefined });
});

test('a batch that could not be read is read again', async () => {
  let tries = 0;
  const some = inBatches(
    async (after: number): Promise<readonly Item[]> => {
      if (tries++ === 0) throw new Error('busy');
      return after === 0 ? [{ id: 1 }] : [];
    },
    ({ id }) => id,
  );
  await expect(some.next()).rejects.toThrow('busy');
  expect(await Array.fromAsync(some)).toEqual([{ id: 1 }]);
});

test('yields to the event loop between two items, and loses none', async () => {
  everyLookTakes(1);
  let all: readonly Item[] = [];
  const turns = await turnsDuring(async () => {
    all = await Array.fromAsync(items([], 3000));
  });
  expect(turns).toBeGreaterThan(10);
  expect(all).toHaveLength(3000);
});
