import { expect, test } from 'vitest';
import { isTexts } from '../../src/text/is-texts.ts';

test.each([
  [[], true],
  [['a', ''], true],
  [['a', 1], false],
  [[null], false],
  ['a', false],
  [{ 0: 'a', length: 1 }, false],
  [undefined, false],
])('%j: %s', (value, expected) => {
  expect(isTexts(value)).toBe(expected);
});
