import { expect, test } from 'vitest';
import { inBatches } from '../../../db/in-batches.ts';
import { interruptible } from '../../../src/cli/io/interruptible.ts';
import { everyLookTakes } from '../../stepped-clock.ts';

const COUNT = 5000;

function items(): AsyncIterable<{ readonly id: number }> {
  return inBatches(
    async (after) => (after < COUNT ? [{ id: after + 1 }] : []),
    ({ id }) => id,
  );
}

test('gives all that a database gives, and shows it to the watcher first', async () => {
  const seen: number[] = [];
  const { signal } = new AbortController();
  const all = await Array.fromAsync(interruptible(items(), signal, ({ id }) => void seen.push(id)));
  expect(all).toEqual(await Array.fromAsync(items()));
  expect(seen).toEqual(all.map(({ id }) => id));
});

test('stops with the reason of a signal, and ends the query', async () => {
  everyLookTakes(1);
  const ending = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => ending.abort(reason));
  let hasEnded = false;
  async function* query(): AsyncGenerator {
    try {
      yield* items();
    } finally {
      hasEnded = true;
    }
  }
  let seen = 0;
  const read = async (): Promise<void> => {
    for await (const _ of interruptible(query(), ending.signal)) seen++;
  };
  await expect(read()).rejects.toBe(reason);
  expect(seen).toBeLessThan(COUNT);
  expect(hasEnded).toBe(true);
});
