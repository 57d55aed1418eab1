import { expect, test } from 'vitest';
import { fieldsOf, isTextOrNull, jsonValue, numberOrNull, storedFields } from '../src/stored-fields.ts';

test.each([
  ['{"a":1}', { a: 1 }],
  ['7', 7],
  [null, null],
  ['', null],
  ['{"a":', null],
  ['[{"a":1}]', [{ a: 1 }]],
])('the value of the JSON text %j is %j', (json, value) => {
  expect(jsonValue(json)).toEqual(value);
});

test('a value that is nested more than a hundred levels deep is null', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  expect(jsonValue(nested(100))).toEqual([expect.any(Array)]);
  expect([101, 1e5].map((levels) => jsonValue(nested(levels)))).toEqual([null, null]);
  expect(jsonValue(`${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`)).toBeNull();
});

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

test.each([
  ['{"a":1}', { a: 1 }],
  [null, {}],
  ['{"a":', {}],
  ['null', {}],
  ['"text"', {}],
])('the fields of the stored text %j are %j', (json, value) => {
  expect(storedFields(json)).toEqual(value);
});

test.each([
  [0, 0],
  ['1', null],
  [null, null],
  [undefined, null],
])('%j is the number %j', (value, number) => {
  expect(numberOrNull(value)).toBe(number);
});
