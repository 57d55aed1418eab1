/** Covers: db/postgres/text.ts */
import { describe, expect, test } from 'vitest';
import { decodeText, encodeText, encodeValue } from '../../../db/postgres/text.ts';

const ZERO = 'a\0b\x01c';

test('text is stored without U+0000, and read as it was', () => {
  expect(encodeText(ZERO)).not.toContain('\0');
  expect(decodeText(encodeText(ZERO))).toBe(ZERO);
  expect(encodeText('plain')).toBe('plain');
});

// https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
describe('an array is written as PostgreSQL reads it', () => {
  test.each([
    ['nothing', [], '{}'],
    ['numbers', [1, -2, 0.5, Number.POSITIVE_INFINITY], '{1,-2,0.5,Infinity}'],
    ['truth values', [true, false], '{true,false}'],
    ['text', ['a', '', 'NULL', 'a,b', '{c}'], '{"a","","NULL","a,b","{c}"}'],
    ['quotes and backslashes', ['a"b', 'c\\d', '\\"'], '{"a\\"b","c\\\\d","\\\\\\""}'],
    ['text with U+0000', ['\0'], `{"${encodeText('\0')}"}`],
    ['bytes', [Buffer.from([0, 255]), Buffer.alloc(0)], String.raw`{\\x00ff,\\x}`],
    ['nothing known', [null, undefined, 1], '{NULL,NULL,1}'],
  ])('%s', (_, values, expected) => {
    expect(encodeValue(values)).toBe(expected);
  });

  test.each([[[[1]]], [[{}]], [[new Uint8Array(1)]]])('and anything else is refused', (values) => {
    expect(() => encodeValue(values)).toThrow(TypeError);
  });
});

test('other values are left to pg', () => {
  for (const value of [1, null, true]) expect(encodeValue(value)).toBe(value);
  expect(encodeValue(ZERO)).toBe(encodeText(ZERO));
});
