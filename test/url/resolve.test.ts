/** Covers: src/url/dot-segments.ts */
import { describe, expect, test } from 'vitest';
import { resolve, UrlError } from '../../src/index.ts';

describe('RFC 3986 5.4: references against http://a/b/c/d;p?q', () => {
  test.each([
    ['g:h', 'g:h'],
    ['g', 'http://a/b/c/g'],
    ['./g', 'http://a/b/c/g'],
    ['g/', 'http://a/b/c/g/'],
    ['/g', 'http://a/g'],
    ['//g', 'http://g'],
    ['?y', 'http://a/b/c/d;p?y'],
    ['g?y', 'http://a/b/c/g?y'],
    ['#s', 'http://a/b/c/d;p?q#s'],
    ['g#s', 'http://a/b/c/g#s'],
    [';x', 'http://a/b/c/;x'],
    ['', 'http://a/b/c/d;p?q'],
    ['.', 'http://a/b/c/'],
    ['..', 'http://a/b/'],
    ['../g', 'http://a/b/g'],
    ['../..', 'http://a/'],
    ['../../../g', 'http://a/g'],
    ['/./g', 'http://a/g'],
    ['g.', 'http://a/b/c/g.'],
    ['..g', 'http://a/b/c/..g'],
    ['./g/.', 'http://a/b/c/g/'],
    ['g/../h', 'http://a/b/c/h'],
    ['g?y/../x', 'http://a/b/c/g?y/../x'],
    ['g#s/../x', 'http://a/b/c/g#s/../x'],
  ])('%j is %s', (reference, expected) => {
    expect(resolve(reference, 'http://a/b/c/d;p?q')).toBe(expected);
  });
});

describe('URL Standard, leniently', () => {
  test.each([
    ['http:g', 'http://a/b/g'],
    ['http:/g', 'http://a/g'],
    ['HTTP:g', 'http://a/b/g'],
    ['https:g', 'https:g'],
    ['\\g', 'http://a/g'],
    ['..\\g', 'http://a/g'],
    ['\\\\h\\g', 'http:\\\\h\\g'],
    [' \tg\n', 'http://a/b/g'],
    ['g\th', 'http://a/b/gh'],
  ])('%j is %s', (reference, expected) => {
    expect(resolve(reference, 'http://a/b/c')).toBe(expected);
  });
});

test.each(['http://a/b/c/..', 'http://a/b/.', 'http://a/b/c/%2E%2e?q', 'http://a/b\\c\\..#f'])(
  'the dot segments of a base do not count as folders: %s',
  (base) => {
    expect(resolve('g', base)).toBe(new URL('g', base).href);
  },
);

test('nothing else changes: unusual spellings stay', () => {
  expect(resolve('%7Eann/ü?Q=%c3#É', 'http://a/')).toBe('http://a/%7Eann/ü?Q=%c3#É');
  expect(resolve('HTTP://X.y:80/../z', 'http://a/b')).toBe('HTTP://X.y:80/../z');
});

test('a base with an opaque path resolves only fragments', () => {
  expect(resolve('#x', 'mailto:a@b')).toBe('mailto:a@b#x');
  expect(resolve('c', 'mailto:a@b')).toMatchObject({ code: 'no-scheme', message: expect.stringContaining('its base') });
  expect(resolve('c', 'no base')).toBeInstanceOf(UrlError);
});
