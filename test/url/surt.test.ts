import { expect, test } from 'vitest';
import { surt, UrlError } from '../../src/index.ts';

test.each([
  ['http://www.example.com/a?b=1#c', 'http://(com,example,www,)/a?b=1#c'],
  ['https://example.com:8443/', 'https://(com,example,:8443)/'],
  ['http://ann:x@example.com/', 'http://(com,example,@ann:x)/'],
  ['http://127.0.0.1/', 'http://(127.0.0.1)/'],
  ['http://[::1]:80/', 'http://([::1]:80)/'],
  ['mailto:a@b', 'mailto:a@b'],
  ['x://h/a', 'x://h/a'],
])('%s is %s', (url, expected) => {
  expect(surt(url)).toBe(expected);
});

test('sorting places the pages of a domain together', () => {
  const urls = [
    'http://b.example/',
    'http://example.com/',
    'http://www.example.com/a',
    'http://example.org/',
    'http://m.example.com/',
  ];
  const sorted = urls
    .flatMap((url) => surt(url))
    .filter((key) => typeof key === 'string')
    .toSorted();
  expect(sorted.slice(0, 3).every((key) => key.startsWith('http://(com,example,'))).toBe(true);
});

test('an invalid URL is an error', () => {
  expect(surt('http://[')).toBeInstanceOf(UrlError);
});
