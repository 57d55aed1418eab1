import { describe, expect, test } from 'vitest';
import { readStretches, readText } from './reading.ts';

describe('lines', () => {
  test('LF and CRLF end lines and stay part of them; the last line needs none', () => {
    expect(readText('lines', 'http://a/\r\nhttp://b/\n\n \t\nhttp://c/')).toEqual([
      { bytes: 'http://a/\r\n', url: 'http://a/', line: 1 },
      { bytes: 'http://b/\n', url: 'http://b/', line: 2 },
      { bytes: '\n', url: null, line: 3 },
      { bytes: ' \t\n', url: null, line: 4 },
      { bytes: 'http://c/', url: 'http://c/', line: 5 },
    ]);
  });

  test('a CR inside a line is part of the URL', () => {
    expect(readText('lines', 'http://a/\rb\n')[0]?.url).toBe('http://a/\rb');
  });

  test('bytes are decoded as UTF-8, or percent-encoded if invalid', () => {
    const pieces = readStretches('lines', ['http://a/\xc3', '\xa9\nhttp://a/\xe9\n']);
    expect(pieces.map(({ url }) => url)).toEqual(['http://a/é', 'http://a/%E9']);
    expect(pieces[1]?.bytes).toBe('http://a/\xe9\n');
  });
});

describe('a byte order mark', () => {
  test('is a separate piece, however the input is split', () => {
    const pieces = [
      { bytes: '\xef\xbb\xbf', url: null, line: 1 },
      { bytes: 'http://a/', url: 'http://a/', line: 1 },
    ];
    expect(readStretches('lines', ['\xef\xbb\xbfhttp://a/'])).toEqual(pieces);
    expect(readStretches('lines', ['\xef', '\xbb', '\xbfhttp://a/'])).toEqual(pieces);
  });

  test('is dropped from a list of links', () => {
    expect(readText('markdown', '\ufeff<http://a/>').map(({ bytes }) => bytes)).toEqual(['http://a/\n']);
  });

  test('that is incomplete is text', () => {
    expect(readStretches('lines', ['\xef\xbb'])[0]?.bytes).toBe('\xef\xbb');
  });
});
