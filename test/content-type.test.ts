import { expect, test } from 'vitest';
import { combinedType, isHtml, mediaType } from '../src/content-type.ts';

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

test.each([
  [[], null],
  [['text/html charset=utf-8'], 'text/html charset=utf-8'],
  // Of the Fetch Standard, "extract a MIME type".
  [['text/plain;charset=gbk, text/html'], 'text/html'],
  [['text/html;charset=gbk;a=b, text/html;x=y'], 'text/html;x=y;charset=gbk'],
  [['text/html;charset=gbk', 'TEXT/HTML; charset=utf-8'], 'TEXT/HTML; charset=utf-8'],
  [['text/html;charset=gbk', 'x/x', 'text/html;x=y'], 'text/html;x=y'],
  [['text/html;charset=gbk', 'text/html;charset=utf-8', 'text/html'], 'text/html;charset=gbk'],
  [['text/html', 'text/html;charset=gbk', 'text/html'], 'text/html'],
  [['text/html', 'cannot-parse'], 'text/html'],
  [['text/html', '*/*'], 'text/html'],
  [['text/html', ''], 'text/html'],
  [['text/html;a="b,c/d"', 'text/html;x="'], 'text/html;x="'],
  [['', 'image'], ''],
])('%j means %j', (values, meant) => {
  expect(combinedType(values)).toBe(meant);
});

test.each([
  [' Text/HTML ;charset=utf-8', 'text/html'],
  ['text/html charset=utf-8', 'text/html'],
  ['image', null],
  ['', null],
  [null, null],
])('%j names the media type %j', (contentType, type) => {
  expect(mediaType(contentType)).toBe(type);
});
