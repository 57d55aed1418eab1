import { expect, test } from 'vitest';
import { interruptible } from '../../../src/cli/io/interruptible.ts';
import { everyLookTakes } from '../../stepped-clock.ts';

async function* numbers(): AsyncGenerator<number> {
  for (let n = 0; n < 5000; n++) yield n;
}

test('what a database gives, all of it, and a signal is heard on the way', async () => {
  everyLookTakes(1);
  const all = await Array.fromAsync(interruptible(numbers(), new AbortController().signal));
  expect(all).toEqual(await Array.fromAsync(numbers()));

  const ending = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => ending.abort(reason));
  let seen = 0;
  const read = async (): Promise<void> => {
    for await (const _ of interruptible(numbers(), ending.signal)) seen++;
  };
  await expect(read()).rejects.toBe(reason);
  expect(seen).toBeLessThan(5000);
});
