import { expect, test } from 'vitest';
import { CanonOptionsError, compile, uniqueKey } from '../../src/index.ts';

test('is the key of the URL', () => {
  const url = 'HTTPS://Example.com:443/%7Eann/ü?utm_source=x#top';
  expect(uniqueKey(url)).toBe('https://example.com/~ann/%C3%BC');
  expect(uniqueKey(url)).toBe(compile().key(url));
});

test('follows the options, also when several objects take turns', () => {
  const usual = { profile: 'usual' };
  const folded = { assume: ['www'] };
  for (const url of ['http://www.a.example/#x', 'http://www.b.example/#y']) {
    expect(uniqueKey(url, usual)).toBe(url);
    expect(uniqueKey(url, folded)).toBe(url.replace('www.', '').replace(/#.*/, ''));
    expect(uniqueKey(url)).toBe(url.replace(/#.*/, ''));
  }
});

test.each(['', 'not a URL', 'http://a:99999/', 'http://[', '/path'])('%j is its own key', (url) => {
  expect(uniqueKey(url)).toBe(url);
});

test('options are checked', () => {
  expect(() => uniqueKey('http://a/', { profile: 'other' })).toThrow(CanonOptionsError);
});
