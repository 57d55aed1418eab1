import { expect, test } from 'vitest';
import { Unions } from '../../src/compact/unions.ts';

test('joins sets, and lists those with more than one number', () => {
  const unions = new Unions(8);
  unions.join(3, 1);
  unions.join(2, 5);
  unions.join(1, 5);
  unions.join(4, 0);
  unions.join(6, 6);
  expect(unions.find(3)).toBe(unions.find(2));
  expect(unions.find(3)).not.toBe(unions.find(4));
  expect(unions.sets()).toEqual([
    [0, 4],
    [1, 2, 3, 5],
  ]);
});
