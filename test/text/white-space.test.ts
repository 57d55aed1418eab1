import { expect, test } from 'vitest';
import { isBlank, isSpace, skipSpace, spaceStart, trimSpace } from '../../src/text/white-space.ts';

test('white space is that of ASCII, no bytes of other characters', () => {
  const spaces = Array.from({ length: 0x100 }, (_, code) => code).filter(isSpace);
  expect(spaces).toEqual([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20]);
});

test.each([
  ['', '', true],
  [' \t\n\v\f\r', '', true],
  [' a b ', 'a b', false],
  ['a', 'a', false],
  ['\xa0a\x85', '\xa0a\x85', false],
])('%j without the white space around it is %j', (text, trimmed, isOnlySpace) => {
  expect(trimSpace(text)).toBe(trimmed);
  expect(isBlank(text)).toBe(isOnlySpace);
});

test('white space is found after and before an index', () => {
  expect(skipSpace('a \tb', 1)).toBe(3);
  expect(skipSpace('a \tb', 3)).toBe(3);
  expect(skipSpace('a ', 1)).toBe(2);
  expect(spaceStart('a \tb', 3)).toBe(1);
  expect(spaceStart('a \tb', 3, 2)).toBe(2);
  expect(spaceStart('  ', 2)).toBe(0);
});
