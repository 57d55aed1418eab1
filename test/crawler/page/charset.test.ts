import { describe, expect, test } from 'vitest';
import { decodeBody, decodePieces, sniffEncoding } from '../../../crawler/page/charset.ts';

function sniff(body: string, contentType: string | null = null): string {
  return sniffEncoding(Buffer.from(body, 'latin1'), contentType);
}

describe('order of precedence', () => {
  test.each([
    ['a byte order mark, against the header', '\xef\xbb\xbf<meta charset=big5>', 'text/html; charset=koi8-r', 'utf-8'],
    ['a UTF-16LE mark', '\xff\xfea\0', 'text/html; charset=utf-8', 'utf-16le'],
    ['a UTF-16BE mark', '\xfe\xff\0a', null, 'utf-16be'],
    ['the header, against the meta', '<meta charset=big5>', 'text/html; charset=koi8-r', 'koi8-r'],
    ['the meta, where the header has no charset', '<meta charset=big5>', 'text/html', 'big5'],
    ['the meta, where the header names none that is known', '<meta charset=big5>', 'text/html; charset=utf-7', 'big5'],
    ['the XML declaration', '<?xml version="1.0" encoding="ISO-8859-2"?><a/>', 'application/xml', 'iso-8859-2'],
    ['UTF-8, where nothing is said', '<title>a</title>', null, 'utf-8'],
    ['UTF-8, where everything is unknown', '<meta charset=nonsense>', 'text/html; charset=x', 'utf-8'],
    ['UTF-8 for an empty body', '', null, 'utf-8'],
  ])('%s', (_name, body, contentType, encoding) => {
    expect(sniff(body, contentType)).toBe(encoding);
  });
});

describe('charset of Content-Type', () => {
  test.each([
    ['text/html;charset=KOI8-R', 'koi8-r'],
    ['text/html; Charset="koi8-r"', 'koi8-r'],
    ['text/html; charset= koi8-r ; x=y', 'koi8-r'],
    ['text/html; x=";charset=big5"; charset=koi8-r', 'koi8-r'],
    ['text/html; charset=koi8-r; charset=big5', 'koi8-r'],
    ['text/html; charset=latin1', 'windows-1252'],
    ['text/html; xcharset=koi8-r', 'utf-8'],
    ['text/html; charset', 'utf-8'],
    ['text/html; charset="koi8-r', 'koi8-r'],
    ['', 'utf-8'],
  ])('%j: %s', (contentType, encoding) => {
    expect(sniff('', contentType)).toBe(encoding);
  });
});

describe('HTML Standard, prescan for <meta>', () => {
  test.each([
    ['<META CHARSET="koi8-r">', 'koi8-r'],
    ["<meta charset='koi8-r'/>", 'koi8-r'],
    ['<meta/charset=koi8-r>', 'koi8-r'],
    ['<meta charset = koi8-r >', 'koi8-r'],
    ['<meta name=a charset=koi8-r>', 'koi8-r'],
    ['<meta http-equiv=Content-Type content="text/html; charset=koi8-r">', 'koi8-r'],
    ['<meta content="text/html; charset=\'koi8-r\'" http-equiv="content-type">', 'koi8-r'],
    ['<meta content="charset=koi8-r">', 'utf-8'],
    ['<meta http-equiv=refresh content="charset=koi8-r">', 'utf-8'],
    ['<meta charset=utf-16>', 'utf-8'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<meta charset=utf-7><meta charset=koi8-r>', 'koi8-r'],
    ['<meta charset=koi8-r charset=big5>', 'koi8-r'],
    ['<!-- <meta charset=big5> --><meta charset=koi8-r>', 'koi8-r'],
    ['<!--><meta charset=koi8-r>', 'koi8-r'],
    ['<!-- <meta charset=big5>', 'utf-8'],
    ['<a title="<meta charset=big5>"><meta charset=koi8-r>', 'koi8-r'],
    ['</a title="<meta charset=big5>"><meta charset=koi8-r>', 'koi8-r'],
    ['<!x <meta charset=big5><meta charset=koi8-r>', 'koi8-r'],
    ['<metadata charset=big5>', 'utf-8'],
    ['1 < 2 <meta charset=koi8-r>', 'koi8-r'],
    ['<meta charset="koi8-r', 'utf-8'],
    ['<meta charset=koi8-r', 'utf-8'],
    [`${' '.repeat(1002)}<meta charset=koi8-r>`, 'koi8-r'],
    [`${' '.repeat(1004)}<meta charset=koi8-r>`, 'utf-8'],
  ])('%j: %s', (html, encoding) => {
    expect(sniff(html)).toBe(encoding);
  });
});

describe('the text', () => {
  test.each([
    ['UTF-8', Buffer.from('naïve 日本'), null, 'naïve 日本'],
    ['UTF-8 without its mark', Buffer.from('\ufeffa'), null, 'a'],
    ['UTF-16LE without its mark', Buffer.from('\ufeffé', 'utf16le'), null, 'é'],
    ['UTF-16BE', Buffer.from([0xfe, 0xff, 0, 0xe9]), null, 'é'],
    ['Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'text/html; charset=shift_jis', '日本'],
    [
      'ISO-8859-1, which means windows-1252',
      Buffer.from([0x80, 0x81, 0x9f, 0xe9]),
      'a/b; charset=iso-8859-1',
      '€\x81Ÿé',
    ],
    ['malformed UTF-8', Buffer.from([0x61, 0xff, 0xe2, 0x82, 0x62]), null, 'a\ufffd\ufffdb'],
    ['UTF-7, which is no encoding', Buffer.from('+ADw-script+AD4-'), 'text/html; charset=utf-7', '+ADw-script+AD4-'],
  ])('of %s', (_name, body, contentType, text) => {
    expect(decodeBody(body, contentType)).toBe(text);
  });

  test('of windows-1252 follows the Encoding Standard for every byte', () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    const text = decodeBody(all, 'text/html; charset=windows-1252');
    // index-windows-1252.txt, 0x80 to 0x9F; all other bytes are their own code point.
    const index = [
      0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d,
      0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d,
      0x17e, 0x178,
    ];
    expect(Array.from(text, (char) => char.codePointAt(0))).toEqual(
      Array.from(all, (byte) => (byte >= 0x80 && byte <= 0x9f ? index[byte - 0x80] : byte)),
    );
  });

  test('of a part of a larger buffer is that part only', () => {
    const whole = Buffer.from('<meta charset=koi8-r>abc');
    expect(decodeBody(whole.subarray(21), null)).toBe('abc');
  });

  test('of random bytes never fails, whatever is declared', () => {
    let state = 7;
    const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16;
    const pieces = [
      '<meta ',
      'charset',
      '=',
      '"',
      "'",
      '>',
      '<!--',
      '-->',
      '</a ',
      'utf-16',
      ';',
      ' ',
      '\0',
      '\xff',
      '<?xml encoding',
    ];
    for (let i = 0; i < 5000; i += 1) {
      const text = Array.from({ length: random() % 20 }, () => pieces[random() % pieces.length]).join('');
      expect(typeof decodeBody(Buffer.from(text, 'latin1'), text)).toBe('string');
    }
  });
});

describe('text in pieces', () => {
  const state = { random: 7 };
  const random = (below: number): number => {
    state.random = (Math.imul(state.random, 1_103_515_245) + 12_345) >>> 0;
    return (state.random >>> 16) % below;
  };
  /** Bytes that start, continue and end characters in every encoding. */
  const SOME = Buffer.from(
    'ab<4567\x1b$B(\x80\x8f\x81\x9a\xa4\xb0\xc3\xd8\xdc\xe2\xef\xbb\xbf\xf0\xfd\xfe\xff\0',
    'latin1',
  );
  const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => SOME[random(SOME.length)] ?? 0));

  test.each([
    'utf-8',
    'utf-16le',
    'utf-16be',
    'windows-1252',
    'koi8-r',
    'gb18030',
    'gbk',
    'big5',
    'shift_jis',
    'euc-jp',
    'euc-kr',
    'iso-2022-jp',
  ])('is the same text in %s, wherever they end', (charset) => {
    const contentType = `text/html; charset=${charset}`;
    for (let run = 0; run < 1000; run++) {
      const body = bytes(random(60));
      expect([...decodePieces(body, sniffEncoding(body, contentType), 8)].join('')).toBe(decodeBody(body, contentType));
    }
  });

  test('has no byte order mark at the start, and keeps it anywhere else', () => {
    const body = Buffer.from('\uFEFFabcdefgh\uFEFF€');
    expect([...decodePieces(body, 'utf-8', 8)].join('')).toBe('abcdefgh\uFEFF€');
  });

  test('comes in pieces of the given size, the last of up to twice that', () => {
    const lengths = [0, 1, 15, 16, 17, 31, 32].map((length) =>
      [...decodePieces(Buffer.alloc(length, 'a'), 'windows-1252', 8)].map((piece) => piece.length),
    );
    expect(lengths).toEqual([[], [1], [15], [8, 8], [8, 9], [8, 8, 15], [8, 8, 8, 8]]);
  });
});
