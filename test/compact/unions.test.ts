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

test('tells whether it joined two sets, and takes more numbers', () => {
  const unions = new Unions(1);
  unions.add();
  unions.add();
  expect([unions.join(0, 1), unions.join(1, 0), unions.join(2, 2), unions.join(2, 0)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(unions.sets()).toEqual([[0, 1, 2]]);
});
