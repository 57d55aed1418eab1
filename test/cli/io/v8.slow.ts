import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('../../../src/cli/io/heap.ts', import.meta.url).href;
/** Replaces 100,000 objects again and again, and prints the largest size of the heap in bytes. */
const WORK = `
  import { getHeapStatistics } from 'node:v8';
  const kept = [];
  let largest = 0;
  for (let i = 0; i < 4_000_000; i++) {
    kept[i % 100_000] = { i, list: [i] };
    if (i % 20_000 === 0) largest = Math.max(largest, getHeapStatistics().total_heap_size);
  }
  console.log(largest);
`;

function largestHeap(before: string): number {
  const script = `${before}\n${WORK}`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

test('a small heap holds the same objects in less memory', () => {
  const small = largestHeap(`import { keepHeapSmall } from ${JSON.stringify(MODULE)}; keepHeapSmall(70);`);
  expect(small).toBeGreaterThan(0);
  expect(small).toBeLessThan(0.8 * largestHeap(''));
});
