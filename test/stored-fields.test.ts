import { expect, test } from 'vitest';
import { fieldsOf, isTextOrNull } from '../src/stored-fields.ts';

test('the fields of an object; none of any other value', () => {
  expect(fieldsOf({ a: 1 })['a']).toBe(1);
  for (const value of [null, undefined, 'text', 7, true]) expect(Object.keys(fieldsOf(value))).toEqual([]);
});

test.each([
  ['', true],
  ['a', true],
  [null, true],
  [undefined, false],
  [0, false],
  [['a'], false],
])('%j is a text or null: %s', (value, expected) => {
  expect(isTextOrNull(value)).toBe(expected);
});
