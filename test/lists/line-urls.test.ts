import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMistakenLine } from '../../src/lists/line-urls.ts';
import { REAL_LISTS, readOptionsOf, realList } from '../fixtures/lists.ts';
import { urlsOf } from './formats/reading.ts';

describe('a line with several URLs is split', () => {
  test.each([
    ['http://a/ http://b/', ['http://a/', 'http://b/']],
    ['http://a/\thttps://b/?x', ['http://a/', 'https://b/?x']],
    ['http://a/,http://b/;HTTP://c/|ftp://d/', ['http://a/', 'http://b/', 'HTTP://c/', 'ftp://d/']],
    ['http://a/; http://b/, http://c/x.', ['http://a/', 'http://b/', 'http://c/x']],
    ['http://a/\rhttp://b/\r', ['http://a/', 'http://b/']],
    ['<http://a/><http://b/>', ['http://a/', 'http://b/']],
    ['"http://a/ http://b/"', ['http://a/', 'http://b/']],
    ['http://a/Yahoo! http://b/', ['http://a/Yahoo!', 'http://b/']],
    ['either http://a/x! or http://b/x?', ['http://a/x', 'http://b/x']],
    ['http://a/ http://p/?u=http://b/,http://c/', ['http://a/', 'http://p/?u=http://b/,http://c/']],
  ])('%j', (line, urls) => {
    expect(readMistakenLine(line)).toEqual({ mistake: 'severalUrls', urls });
  });
});

describe('text around a URL is removed', () => {
  test.each([
    ['<http://a/x>', 'http://a/x'],
    ['<http://a/x y.pdf>,', 'http://a/x y.pdf'],
    ['"http://a/x y.pdf"', 'http://a/x y.pdf'],
    ["'http://a/x',", 'http://a/x'],
    ['“http://a/x”', 'http://a/x'],
    ['(http://a/x).', 'http://a/x'],
    ['[[http://a/x]]', 'http://a/x'],
    ['{"url":"http://a/x","n":1}', 'http://a/x'],
    ['<a href="http://a/x">y</a>', 'http://a/x'],
    ['[text](http://a/x_(y))', 'http://a/x_(y)'],
    ['see http://a/', 'http://a/'],
    ['- http://a/x', 'http://a/x'],
    ['     12 http://a/x', 'http://a/x'],
    ['see http://a/x?!*_~:.', 'http://a/x'],
    ['see http://a/x&quot;', 'http://a/x'],
    ["see 'http://a/x'.", 'http://a/x'],
    ['http://a/x\t12', 'http://a/x'],
    ['http://a/?q=b\t12', 'http://a/?q=b'],
    ['http://a/x/ My title', 'http://a/x/'],
    ['http://a words', 'http://a'],
    ['http://a/\u3000#', 'http://a/'],
    ['http://a/\u3000-', 'http://a/'],
    ['http://a/x  words', 'http://a/x'],
    ['http://a/x # words', 'http://a/x'],
    ['http://a/x, | words', 'http://a/x'],
  ])('%j', (line, url) => {
    expect(readMistakenLine(line)).toEqual({ mistake: 'surroundingText', urls: [url] });
  });
});

describe('punctuation at the end is removed', () => {
  test.each([
    ['http://a/x.', 'http://a/x'],
    ['http://a/x,', 'http://a/x'],
    ['http://a/x;', 'http://a/x'],
    ['http://a/x:', 'http://a/x'],
    ['http://a/x"', 'http://a/x'],
    ["http://a/x'", 'http://a/x'],
    ['http://a/x>', 'http://a/x'],
    ['http://a/x)', 'http://a/x'],
    ['http://a/x_(y)).', 'http://a/x_(y)'],
    ['http://a/x&gt;', 'http://a/x'],
    ['http://a/Yahoo!,', 'http://a/Yahoo!'],
    ['http://a/x。', 'http://a/x'],
    ['http://a,', 'http://a'],
    [' http://a/x. ', 'http://a/x'],
  ])('%j', (line, url) => {
    expect(readMistakenLine(line)).toEqual({ mistake: 'punctuation', urls: [url] });
  });
});

test.each([
  'http://a/x',
  ' http://a/x ',
  'https://en.wikipedia.org/wiki/Yahoo!',
  'https://en.wikipedia.org/wiki/Foo_(bar)',
  'https://en.wikipedia.org/wiki/Washington,_D.C.',
  'https://en.wikipedia.org/wiki/Apple_Inc.',
  'http://a/?',
  'http://a/#',
  'http://a/x-',
  'http://a/?x=',
  'http://a/~',
  'http://a/*',
  'http://a/_',
  "http://a/Items('x')",
  "http://a/'x'",
  'http://a/?q="x"',
  'http://a.',
  'ftp://a.',
  'http://a/x/.',
  'http://a/x/..',
  'http://a/x...',
  'http://[::1]',
  'http://a/My File (1).pdf',
  'http://a/A - B.mp3',
  'http://a/?q=x/ y  z',
  'http://a/http://b/',
  'http://a/?u=http://b/',
  'http://a/?u=http://b/,http://c/',
  'www.a.com/?u="http://b/"http://c/',
  'view-source:http://a/',
  "javascript:location='http://a/'",
  'gemini://a/x.',
  '# from http://a/',
  '#http://a/',
  '// http://a/',
  'example.com/x.',
  'http://',
  '<http://>',
  'words, only.',
  '',
])('%j has no mistake, or no URL', (line) => {
  expect(readMistakenLine(line)).toBeNull();
});

describe('URLs of a real list are not reported', () => {
  test.each(REAL_LISTS)('%s', (file, format) => {
    const urls = urlsOf(format, Buffer.from(realList(file), 'latin1').toString('utf8'), readOptionsOf(format));
    expect(urls.filter((url) => readMistakenLine(url) !== null)).toEqual([]);
  });
});

test('URLs that were read from a line have no mistake', () => {
  const marks = [
    'é',
    'x',
    'D.C.',
    '/',
    '#',
    '=',
    '&gt;',
    ' ',
    '  ',
    '\t',
    '\r',
    '.',
    ',',
    ':',
    ';',
    '|',
    '?',
    '!',
    '*',
    '_',
  ];
  const brackets = ['~', '`', '"', "'", '“', '”', '<', '>', '(', ')', '[', ']', '{', '}'];
  const part = fc.constantFrom('http://a/', 'https://b', 'ftp://c/x', ...marks, ...brackets);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
      for (const url of readMistakenLine(parts.join(''))?.urls ?? []) {
        expect([url, readMistakenLine(url)]).toEqual([url.trim(), null]);
        expect(url).toMatch(/^(?:https?|ftp):\/\/./);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['closing brackets', `http://a/${')'.repeat(1e6)}`],
  ['dots and commas', `http://a/${'.,'.repeat(5e5)}`],
  ['dots and commas after a host', `http://a${'.,'.repeat(5e5)}`],
  ['semicolons', `http://a/${'&;'.repeat(5e5)}`],
  ['a long word before a URL', `${'a'.repeat(1e6)} b http://a/`],
  ['URLs on a line', 'http://a/b '.repeat(5e4)],
  ['URLs in a URL', `a/${"'http://a/'".repeat(5e4)}`],
  ['URLs between separators', 'http://a/,'.repeat(5e4)],
  ['separators before a word', `http://a/${',;|'.repeat(3e5)} b`],
  ['open angle brackets', '<http://a '.repeat(5e4)],
  ['white space', `http://a${' '.repeat(1e6)}b`],
  ['white space after a path', `http://a/x${' y'.repeat(5e5)}`],
])('long lines take linear time: %s', (_, line) => {
  readMistakenLine(line);
});
