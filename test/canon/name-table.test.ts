import { expect, test } from 'vitest';
import { NameTable } from '../../src/canon/name-table.ts';

function endOf(names: readonly string[], text: string, { ignoresCase = false, start = 0 } = {}): number {
  return new NameTable(names, ignoresCase).endOf(new TextEncoder().encode(`${text}\0`), start);
}

test.each([
  ['the whole name', ['ga'], 'ga=1', 2],
  ['the name at the end of the text', ['ga'], 'ga', 2],
  ['no name', ['ga'], 'id=1', -1],
  ['a part of a name', ['gad_source'], 'gad=1', -1],
  ['the longer of two names', ['ml', 'ml_hash'], 'ml_hash=1', 7],
  ['the shorter of two names', ['ml', 'ml_hash'], 'ml=1', 2],
  ['more than the shorter and less than the longer name', ['ml', 'ml_hash'], 'ml_h=1', -1],
  ['the name in another case', ['ga'], 'GA=1', -1],
  ['a digit instead of a letter with the same low bits', ['q'], '1=1', -1],
  ['a character beyond ASCII with the same low bits', ['C'], 'é=1', -1],
  ['a name that starts as named', ['utm_*'], 'utm_source=x', 10],
  ['nothing behind the start of a name', ['utm_*'], 'utm_&a', 4],
  ['a fragment behind the start of a name', ['utm_*'], 'utm_a#b', 5],
  ['the end behind the start of a name', ['utm_*'], 'utm_a', 5],
] as const)('finds %s', (_, names, text, end) => {
  expect(endOf(names, text)).toBe(end);
});

test('ignores the case of all letters if told so', () => {
  expect(endOf(['phpsessid'], 'PHPsessid=1', { ignoresCase: true })).toBe(9);
});

test('takes any letter for a question mark, and nothing else', () => {
  const names = ['id??'];
  expect(['idaZ', 'idzz', 'ida', 'id1a', 'ida_'].map((text) => endOf(names, text, { ignoresCase: true }))).toEqual([
    4, 4, -1, -1, -1,
  ]);
});

test('refuses a name that it has no place for', () => {
  expect(() => new NameTable(['id2'], false)).toThrow('id2');
});

test('begins where it is told', () => {
  expect(endOf(['ga'], 'a=1&ga=2', { start: 4 })).toBe(6);
});
