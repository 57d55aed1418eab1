import { describe, expect, test } from 'vitest';
import { readStretches, readText } from './reading.ts';

describe('lines', () => {
  test('LF and CRLF end lines, and stay with them; the last needs none', () => {
    expect(readText('lines', 'http://a/\r\nhttp://b/\n\n \t\nhttp://c/')).toEqual([
      { bytes: 'http://a/\r\n', url: 'http://a/', line: 1 },
      { bytes: 'http://b/\n', url: 'http://b/', line: 2 },
      { bytes: '\n', url: null, line: 3 },
      { bytes: ' \t\n', url: null, line: 4 },
      { bytes: 'http://c/', url: 'http://c/', line: 5 },
    ]);
  });

  test('a CR within a line is part of the URL', () => {
    expect(readText('lines', 'http://a/\rb\n')[0]?.url).toBe('http://a/\rb');
  });

  test('bytes are decoded as UTF-8, or else percent-encoded', () => {
    const pieces = readStretches('lines', ['http://a/\xc3', '\xa9\nhttp://a/\xe9\n']);
    expect(pieces.map(({ url }) => url)).toEqual(['http://a/é', 'http://a/%E9']);
    expect(pieces[1]?.bytes).toBe('http://a/\xe9\n');
  });
});

describe('a byte order mark', () => {
  test('is a piece of its own, wherever the stretches are cut', () => {
    const pieces = [
      { bytes: '\xef\xbb\xbf', url: null, line: 1 },
      { bytes: 'http://a/', url: 'http://a/', line: 1 },
    ];
    expect(readStretches('lines', ['\xef\xbb\xbfhttp://a/'])).toEqual(pieces);
    expect(readStretches('lines', ['\xef', '\xbb', '\xbfhttp://a/'])).toEqual(pieces);
  });

  test('is left out of a list of links', () => {
    expect(readText('markdown', '\ufeff<http://a/>').map(({ bytes }) => bytes)).toEqual(['http://a/\n']);
  });

  test('of UTF-16 is refused with the remedy', () => {
    expect(() => readStretches('lines', ['\xff', '\xfeh\0'])).toThrow(/iconv -f UTF-16 -t UTF-8/);
  });

  test('that is not complete is text', () => {
    expect(readStretches('lines', ['\xef\xbb'])[0]?.bytes).toBe('\xef\xbb');
  });
});
