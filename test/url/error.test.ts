import { afterEach, expect, test } from 'vitest';
import { compile, DustpanError, parseUrl, UrlError } from '../../src/index.ts';

function errorOf(input: string): UrlError {
  const error = parseUrl(input);
  if (error instanceof UrlError) return error;
  throw new Error(`${input} is valid`);
}

const limit = Error.stackTraceLimit;
afterEach(() => {
  Error.stackTraceLimit = limit;
});

test('is an Error that functions return', () => {
  const error = compile().key('http://example.com:99999/');
  expect(error).toBeInstanceOf(UrlError);
  expect(error).toBeInstanceOf(DustpanError);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'UrlError', code: 'port-out-of-range', position: 19 });
});

test('as text and as JSON, it says what is wrong where', () => {
  const error = errorOf('http://a:99999/');
  expect(String(error)).toBe('UrlError: the port is above 65535 (port-out-of-range at 9)');
  expect(JSON.stringify({ error })).toBe(
    '{"error":{"code":"port-out-of-range","position":9,"message":"the port is above 65535"}}',
  );
});

test('contains nothing of the URL, which may have a password', () => {
  const error = errorOf('http://ann:secret@h:99999/');
  expect([String(error), JSON.stringify(error), error.stack].join('\n')).not.toMatch(/secret|ann:/);
});

test('captures no stack trace, and leaves the limit of other errors alone', () => {
  Error.stackTraceLimit = 7;
  const error = new UrlError('empty', 0);
  expect(error.stack).not.toContain('\n');
  expect(Error.stackTraceLimit).toBe(7);
  expect(new TypeError('other').stack).toContain('\n');
});
