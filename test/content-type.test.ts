import { expect, test } from 'vitest';
import { isHtml } from '../src/content-type.ts';

test.each([
  null,
  '',
  ' \t',
  'text/html',
  ' Text/HTML ;charset=utf-8',
  'application/xhtml+xml',
  'text/html, text/html',
  'text/html charset=utf-8',
])('%s may be a page', (contentType) => {
  expect(isHtml(contentType)).toBe(true);
});

test.each([';', 'text/plain', 'text/html-like', 'application/xml', 'x text/html'])(
  '%s is not a page',
  (contentType) => {
    expect(isHtml(contentType)).toBe(false);
  },
);
