import { expect, test } from 'vitest';
import { table } from '../../../src/cli/render/table.ts';

test('columns are aligned by their width on a terminal', () => {
  const rows = [
    ['ä', 'x'],
    ['日本', 'x'],
    ['👩‍👩‍👧', 'x'],
    ['abc', ''],
  ];
  expect(table(rows)).toEqual(['ä     x', '日本  x', '👩‍👩‍👧    x', 'abc']);
});
