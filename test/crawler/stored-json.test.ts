import { expect, test } from 'vitest';
import { numberOrNull, storedObject } from '../../crawler/stored-json.ts';

test.each([
  ['{"a":1}', { a: 1 }],
  [null, {}],
  ['', {}],
  ['{"a":', {}],
  ['null', {}],
])('the stored text %j is %j', (json, value) => {
  expect(storedObject(json)).toEqual(value);
});

test.each([
  [0, 0],
  ['1', null],
  [null, null],
  [undefined, null],
])('%j is the number %j', (value, number) => {
  expect(numberOrNull(value)).toBe(number);
});
