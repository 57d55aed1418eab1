import { expect, test } from 'vitest';
import { type Row, RowWriter, rowsOf } from '../../src/dedup/rows.ts';

/** Writes rows, and returns copies of the blocks. */
function blocksOf(rows: readonly Row[]): readonly Uint8Array[] {
  const blocks: Uint8Array[] = [];
  const writer = new RowWriter((block) => blocks.push(Uint8Array.from(block)));
  for (const row of rows) writer.put(row);
  writer.flush();
  return blocks;
}

const read = (blocks: readonly Uint8Array[], numbers: number, texts: number): readonly Row[] =>
  blocks.flatMap((block) => [...rowsOf(block, numbers, texts)]);

test('rows are read back as they were written', () => {
  const rows = [
    { numbers: [1, -1], texts: ['a', ''] },
    { numbers: [2 ** 31 - 1, -(2 ** 31)], texts: ['\0\xff', 'http://h/'] },
  ];
  const blocks = blocksOf(rows);
  expect(blocks).toHaveLength(1);
  expect(read(blocks, 2, 2)).toEqual(rows);
});

test('many rows fill several blocks, and a row is never cut', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ({ numbers: [at], texts: ['x'.repeat(at)] }));
  const blocks = blocksOf(rows);
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.length).toBeLessThan(20);
  expect(read(blocks, 1, 1)).toEqual(rows);
});

test('a row that is longer than a block gets its own', () => {
  const rows = ['a', 'b'.repeat(200_000), 'c'].map((text, at) => ({ numbers: [at], texts: [text] }));
  expect(read(blocksOf(rows), 1, 1)).toEqual(rows);
});

test('no rows make no block', () => {
  expect(blocksOf([])).toEqual([]);
});
