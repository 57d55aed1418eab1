import { describe, expect, test } from 'vitest';
import { CookieFileError, parseCookieFile } from '../../../crawler/fetch/cookie-file.ts';

const cookie = (...fields: readonly string[]): string => fields.join('\t');

test('reads what curl writes', () => {
  const text = [
    '# Netscape HTTP Cookie File',
    '# https://curl.se/docs/http-cookies.html',
    '',
    cookie('#HttpOnly_.a.example', 'TRUE', '/', 'TRUE', '1893456000', 'sid', 'a=b; c'),
    cookie('a.example', 'FALSE', '/x', 'FALSE', '0', 'empty', ''),
  ].join('\r\n');
  expect(parseCookieFile(text)).toEqual([
    {
      domain: 'a.example',
      isForSubdomains: true,
      path: '/',
      isSecure: true,
      expires: 1_893_456_000_000,
      name: 'sid',
      value: 'a=b; c',
    },
    {
      domain: 'a.example',
      isForSubdomains: false,
      path: '/x',
      isSecure: false,
      expires: null,
      name: 'empty',
      value: '',
    },
  ]);
});

test.each([
  ['', 0],
  ['\ufeff# Netscape HTTP Cookie File\n', 0],
  [cookie('a.example', 'false', '/', 'true', '1.5', 'n'), 1],
  [cookie('a.example', 'FALSE', '/', 'FALSE', '-1', 'n', 'v'), 1],
])('%j is a file with %i cookies', (text, count) => {
  expect(parseCookieFile(text)).toHaveLength(count);
});

describe('a line that is not a cookie', () => {
  test.each([
    ['spaces instead of tabs', 'a.example FALSE / FALSE 0 s3cret s3cret'],
    ['too few fields', cookie('a.example', 'FALSE', '/', 'FALSE', '0')],
    ['too many fields', cookie('a.example', 'FALSE', '/', 'FALSE', '0', 's3cret', 's3cret', 's3cret')],
    ['no domain', cookie('', 'FALSE', '/', 'FALSE', '0', 's3cret', 's3cret')],
    ['no path', cookie('a.example', 'FALSE', '', 'FALSE', '0', 's3cret', 's3cret')],
    ['no name and no value', cookie('a.example', 'FALSE', '/', 'FALSE', '0', '', '')],
    ['a date in words', cookie('a.example', 'FALSE', '/', 'FALSE', 'never', 's3cret', 's3cret')],
    ['JSON', '[{"name":"s3cret"}]'],
  ])('with %s is named by its number, and not repeated', (_, line) => {
    expect(() => parseCookieFile(`# x\n${line}\n`)).toThrow(CookieFileError);
    expect(() => parseCookieFile(`# x\n${line}\n`)).toThrow(/^not a cookie: line 2; /);
    expect(() => parseCookieFile(`# x\n${line}\n`)).not.toThrow(/s3cret/);
  });

  test('is one of at most ten that are named', () => {
    expect(() => parseCookieFile('x\n'.repeat(1e5))).toThrow(/^not a cookie: lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …; /);
  });
});
