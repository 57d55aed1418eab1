import { expect, test } from 'vitest';
import { subdomain } from '../../src/url/subdomain.ts';

test.each([
  ['www.example.com', 'www.'],
  ['a.www.example.co.uk', 'a.www.'],
  ['com.example.com', 'com.'],
  ['example.com.example.com', 'example.com.'],
  ['www.example.com.', 'www.'],
  ['example.com', ''],
  ['com', ''],
  ['github.io', ''],
  ['www.ann.github.io', 'www.'],
  ['intranet', ''],
  ['127.0.0.1', ''],
  ['[::1]', ''],
  ['www..com', ''],
  ['', ''],
])('the labels of %j before its registrable domain are %j', (host, expected) => {
  expect(subdomain(host)).toBe(expected);
});
