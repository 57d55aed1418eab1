import { expect, test } from 'vitest';
import { printable, printableJson } from '../../src/text/printable.ts';

test.each([
  ['\0\x1b[2J', '\\x00\\x1b[2J'],
  ['a\nb\tc\x7f', 'a\\x0ab\\x09c\\x7f'],
  ['\x80\x9f', '\\x80\\x9f'],
  ['\u2028\u2029', '\\u2028\\u2029'],
  ['\u202aa\u202e \u2066b\u2069', '\\u202aa\\u202e \\u2066b\\u2069'],
  ['\ufeffhttp://a/\u200b', '\\ufeffhttp://a/\\u200b'],
  ['\ud800', '\ufffd'],
  ['é 日本 😀 \u00a0 \\x', 'é 日本 😀 \u00a0 \\x'],
])('%j is shown on one line of a terminal', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('JSON has no control characters, and the same value', () => {
  const value = { 'a\x1b': ['\x7f\x9f\u2028\u202e\u2066\u2069', '\ud800', 'é\n'] };
  const json = printableJson(value);
  expect(json).toBe('{"a\\u001b":["\\u007f\\u009f\\u2028\\u202e\\u2066\\u2069","\\ud800","é\\n"]}');
  expect(JSON.parse(json)).toEqual(value);
});
