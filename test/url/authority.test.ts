import { expect, test } from 'vitest';
import { authorityEnd, authorityStart, schemeEnd } from '../../src/url/authority.ts';

test.each([
  ['http://h', 4],
  ['Az09+-.:x', 7],
  ['a:b:c', 1],
  ['1a:', -1],
  ['+a:', -1],
  [':a', -1],
  ['a b:', -1],
  ['a/b:c', -1],
  ['a[:', -1],
  ['é:', -1],
  ['abc', -1],
  ['', -1],
])('RFC 3986 3.1: the scheme of %j ends at %i', (text, end) => {
  expect(schemeEnd(text)).toBe(end);
});

test.each([
  ['http', 'http://h', 7],
  ['http', 'http:h', 5],
  ['http', 'http:/\\//h', 9],
  ['file', 'file:///p', 7],
  ['file', 'file:\\\\h', 7],
  ['file', 'file:/p', 5],
  ['x', 'x:////p', 4],
  ['x', 'x:/p', 2],
  ['x', 'x:\\\\h', 2],
])('the authority of a URL with the scheme %s: %j starts at %i', (scheme, text, start) => {
  expect(authorityStart(text, schemeEnd(text), scheme)).toBe(start);
});

test.each([
  ['//u@h:1/p', true, 7],
  ['//h?q/', true, 3],
  ['//h#f?', false, 3],
  ['//h\\p', true, 3],
  ['//h\\p', false, 5],
  ['//h', true, 3],
])('the authority of %j (special: %s) ends at %i', (text, special, end) => {
  expect(authorityEnd(text, 2, special)).toBe(end);
});
