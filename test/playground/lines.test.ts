import { expect, test } from 'vitest';
import { linesOf } from '../../src/playground/lines.ts';

test('the lines of a list, without blank ones, line ends and the byte order mark', () => {
  const text = '\ufeffhttp://a/\r\n\n  \t\nhttp://b/\n c ';
  expect([...linesOf(text)].map(({ url, number }) => [number, url])).toEqual([
    [1, 'http://a/'],
    [4, 'http://b/'],
    [5, ' c '],
  ]);
  expect([...linesOf(text)].map(({ start, end }) => text.slice(start, end))).toEqual([
    '\ufeffhttp://a/\r\n',
    'http://b/\n',
    ' c ',
  ]);
  expect([...linesOf('')]).toEqual([]);
});
