import { describe, expect, test } from 'vitest';
import {
  decodeUnreserved,
  FRAGMENT,
  OPAQUE_PATH,
  PATH,
  percentEncode,
  QUERY,
  SPECIAL_QUERY,
  USERINFO,
  uppercaseEscapes,
} from '../../src/url/percent.ts';

describe('RFC 3986 6.2.2.2: escapes of unreserved characters are decoded', () => {
  test.each([
    ['%41%7a%30%2D%2e%5F%7E', 'Az0-._~'],
    ['%2F%3A%25%20%00%C3', '%2F%3A%25%20%00%C3'],
    ['%2541', '%2541'],
    ['%zz%4', '%zz%4'],
  ])('%s is %s', (text, expected) => {
    expect(decodeUnreserved(text)).toBe(expected);
  });

  test.each([
    ['%%41', '%%41'],
    ['%%34%31', '%%341'],
    ['%4%31', '%4%31'],
    ['%a%62', '%a%62'],
    ['%%7e%%41', '%~%%41'],
  ])('%s is %s: none is decoded into a new escape', (text, expected) => {
    expect(decodeUnreserved(text)).toBe(expected);
    expect(decodeUnreserved(expected)).toBe(expected);
  });
});

test('RFC 3986 6.2.2.1: only the hex digits of escapes become upper case', () => {
  expect(uppercaseEscapes('%c3%A9%zz%%aa%a')).toBe('%C3%A9%zz%%AA%a');
});

describe('URL Standard, percent-encode sets', () => {
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
  test.each([
    ['C0 control', OPAQUE_PATH, ''],
    ['fragment', FRAGMENT, ' "<>`'],
    ['query', QUERY, ' "#<>'],
    ['special-query', SPECIAL_QUERY, ' "#\'<>'],
    ['path', PATH, ' "#<>?^`{}'],
    ['userinfo', USERINFO, ' "#/:;<=>?@[\\]^`{|}'],
  ])('%s', (_, set, encoded) => {
    const changed = ascii
      .split('')
      .filter((character) => percentEncode(character, set) !== character)
      .join('');
    expect(changed).toBe(encoded);
    expect(percentEncode('\0\x1f\x7f', set)).toBe('%00%1F%7F');
  });

  test('other characters become their UTF-8 bytes, and an unpaired surrogate becomes U+FFFD', () => {
    expect(percentEncode('é€😀\ud800x\udc00', PATH)).toBe('%C3%A9%E2%82%AC%F0%9F%98%80%EF%BF%BDx%EF%BF%BD');
  });

  test('escapes stay, and a string with nothing to encode is returned itself', () => {
    expect(percentEncode('%zz%20%', PATH)).toBe('%zz%20%');
  });
});
