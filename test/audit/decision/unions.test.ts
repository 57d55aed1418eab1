import { expect, test } from 'vitest';
import { Unions } from '../../../src/audit/decision/unions.ts';

test('joins sets, and lists those with more than one item', () => {
  const unions = new Unions<string>();
  unions.join('a', 'b');
  unions.join('c', 'd');
  unions.join('b', 'd');
  unions.join('e', 'f');
  unions.join('g', 'g');
  expect(unions.find('a')).toBe(unions.find('c'));
  expect(unions.find('a')).not.toBe(unions.find('e'));
  expect(unions.sets().map((set) => [...set].sort())).toEqual([
    ['a', 'b', 'c', 'd'],
    ['e', 'f'],
  ]);
});
