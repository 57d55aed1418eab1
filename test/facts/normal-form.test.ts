import { expect, test } from 'vitest';
import {
  hasDotSegment,
  isAddress,
  normalizeHost,
  normalizeParam,
  normalizePath,
  splitPort,
} from '../../src/facts/normal-form.ts';

test.each([
  ['EXAMPLE.com', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['example.com.', 'example.com'],
  ['example.com..', 'example.com..'],
  ['example.com:80', 'example.com'],
  ['example.com:443', 'example.com'],
  ['example.com:', 'example.com'],
  ['example.com:08080', 'example.com:8080'],
  ['0x7f.1', '127.0.0.1'],
  ['[::0:1]:81', '[::1]:81'],
  ['', null],
  ['a b', null],
  ['ann@example.com', null],
  ['example.com/a', null],
  ['example.com?a', null],
  ['example.com#a', null],
  ['http://example.com', null],
])('the canonical spelling of the host %j is %j', (text, host) => {
  expect(normalizeHost(text)).toBe(host);
});

test.each([
  ['127.0.0.1', true],
  ['127.0.0.1:81', true],
  ['[::1]:81', true],
  ['1.2.3.4.example', false],
  ['example.com:81', false],
])('%s is an address: %s', (host, is) => {
  expect(isAddress(host)).toBe(is);
});

test.each([
  ['example.com:81', 'example.com', ':81'],
  ['example.com', 'example.com', ''],
  ['[::1]', '[::1]', ''],
  ['[::1]:81', '[::1]', ':81'],
])('%s has the host %s and the port %j', (host, name, port) => {
  expect(splitPort(host)).toEqual([name, port]);
});

test.each([
  ['/a\\b', '/a/b'],
  ['/%7eann/%c3%a9', '/~ann/%C3%A9'],
  ['/é ?#', '/%C3%A9%20%3F%23'],
  ['/a\n\tb', '/ab'],
])('the canonical spelling of the path %j is %s', (text, path) => {
  expect(normalizePath(text)).toBe(path);
});

test.each([
  ['a b', 'a%20b'],
  ['a&b', 'a%26b'],
  ["%7e'", '~%27'],
  ['a\\b', 'a\\b'],
])('the canonical spelling of the parameter %j is %s', (text, param) => {
  expect(normalizeParam(text)).toBe(param);
});

test.each([
  ['/a/../b', true],
  ['/a/.', true],
  ['/a/.../.b/c.', false],
])('%s has a dot segment: %s', (path, has) => {
  expect(hasDotSegment(path)).toBe(has);
});
