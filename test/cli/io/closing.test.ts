import { expect, test } from 'vitest';
import { closing } from '../../../src/cli/io/closing.ts';

test.each([
  ['whose work ends', async () => 'done'],
  ['whose work fails', async () => Promise.reject(new Error('failed'))],
])('something opened %s is closed behind its work', async (_, work) => {
  const order: string[] = [];
  const opened = { close: async () => void order.push('closed') };
  const ended = closing(opened, (given) => {
    expect(given).toBe(opened);
    order.push('begun');
    return work();
  });
  expect(await ended.catch(String)).toMatch(/^(?:done|Error: failed)$/);
  expect(order).toEqual(['begun', 'closed']);
});
