import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf } from '../../../src/report/audit/place.ts';

/** RFC 3986 4.2, path-noscheme: no scheme, authority, query or fragment, and here no empty first segment. */
const RELATIVE = /^(?:[\w\-.~!$&'()*+,;=@]|%[\dA-F]{2})+(?:\/(?:[\w\-.~!$&'()*+,;=:@]|%[\dA-Fa-f]{2})*)*$/i;

test.each([
  ['https://example.com/', 'example.com/'],
  ['https://example.com/docs/a', 'example.com/docs/a'],
  ['https://example.com:8443/a', 'example.com_8443/a'],
  ['http://[2001:db8::1]/a', '2001_db8__1/a'],
  ['https://example.com/a?b=/../c&d=?#top', 'example.com/a%3Fb=%2F..%2Fc&d=%3F'],
  ['https://example.com/../../etc/passwd', 'example.com/etc/passwd'],
  ['https://example.com/%2e%2e/a', 'example.com/a'],
  ['https://example.com/a:b|c^d[e]%zz', 'example.com/a%3Ab%7Cc%5Ed%5Be%5D%25zz'],
  ['https://bücher.example/ä', 'xn--bcher-kva.example/%C3%A4'],
  ['file:///etc/passwd', 'invalid%3Afile%3A%2F%2F%2Fetc%2Fpasswd'],
  ['//evil.example/a', 'invalid%3A%2F%2Fevil.example%2Fa'],
  ['..', 'invalid%3A..'],
  ['', 'invalid%3A'],
  ['\ud800', 'invalid%3A%EF%BF%BD'],
])('%j is the file %j', (url, place) => {
  expect(placeOf(url)).toBe(place);
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.constantFrom('https://h', 'http://[::1]:8', 'ftp://h', 'x://', 'file:'), fc.string({ unit: 'binary' }))
    .map(([start, rest]) => `${start}/${rest}`),
);

test('the place of any URL is a relative reference that stays below its folder', () => {
  fc.assert(
    fc.property(hostile, (url) => {
      const place = placeOf(url);
      expect(place).toMatch(RELATIVE);
      const at = new URL(place, 'https://base.example/folder/').href;
      expect(at.startsWith('https://base.example/folder/')).toBe(true);
    }),
  );
});
