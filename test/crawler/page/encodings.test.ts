/** Covers: crawler/page/charset.ts, crawler/page/document.ts */
import { describe, expect, test } from 'vitest';
import { readWhole } from '../../../crawler/page/document.ts';

/** All encodings of the Encoding Standard but `replacement`, which has no text. */
const ENCODINGS = (
  'utf-8 utf-16le utf-16be ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 ' +
  'iso-8859-8-i iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 ' +
  'windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 ' +
  'windows-1258 x-mac-cyrillic gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr x-user-defined'
).split(' ');

describe.each([
  ['a short page', 1],
  ['a page that is read in steps', 300 * 1024],
])('%s', (_, length) => {
  test.each(ENCODINGS)('is the same page in %s as in UTF-8', async (encoding) => {
    const encode = encoderOf(encoding);
    const characters = [...encode.keys()];
    expect(characters.length).toBeGreaterThanOrEqual(50);
    const body = pageOf(characters, length, (text) =>
      Buffer.concat(Array.from(text, (character) => encode.get(character) ?? ascii(character, encoding))),
    );
    const inUtf8 = pageOf(characters, length, (text) => Buffer.from(text));
    expect(await read(body, encoding)).toEqual(await read(inUtf8, 'utf-8'));
  });
});

test.each([
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
])('the byte order mark of %s is not part of the text', async (encoding, mark) => {
  const html = '<link rel=canonical href=x>';
  const body = Buffer.concat(Array.from(html, (character) => ascii(character, encoding)));
  expect(await read(Buffer.concat([Buffer.from(mark), body]), 'koi8-r')).toEqual(
    await read(Buffer.from(html), 'utf-8'),
  );
});

test('malformed UTF-8 reads as the Encoding Standard decodes it', async () => {
  const malformed = '<title>a\xff\xe2\x82b</title><a href="\xc3">c\xed\xa0\x80d</a>';
  const decoded = '<title>a��b</title><a href="�">c���d</a>';
  expect(await read(Buffer.from(malformed, 'latin1'), 'utf-8')).toEqual(await read(Buffer.from(decoded), 'utf-8'));
});

test('a long body without any text leaves other buffers as they are', async () => {
  const others = Array.from({ length: 20 }, (_, at) => Buffer.from(`${at}`));
  await read(Buffer.from('\x1b(B'.repeat(200_000), 'latin1'), 'iso-2022-jp');
  expect(others.map(String)).toEqual(others.map((_, at) => `${at}`));
  expect(Buffer.from('after').toString()).toBe('after');
});

async function read(body: Buffer, charset: string): Promise<object> {
  const headers = { 'content-type': [`text/html; charset=${charset}`] };
  const { links, record } = await readWhole({ url: 'https://h.example/', headers, body: Uint8Array.from(body) });
  return { links: [...links], record };
}

/** @param length in bytes, at least */
function pageOf(characters: readonly string[], length: number, encode: (text: string) => Buffer): Buffer {
  const words = characters.map((character) => `${character}w${character}`).join(' ');
  const links = characters
    .map((character) => `<a href="/${character}?q=${character}&amp;a">${character}</a>\n`)
    .join('');
  const text = `${words}<p>${links}`;
  const canonical = '<link rel=canonical href=/x>';
  const part = encode(text);
  const repeated = Array.from({ length: Math.ceil(length / text.length) }, () => part);
  return Buffer.concat([encode(`<title>${words}</title>`), ...repeated, encode(`${characters[0]}${canonical}`)]);
}

function ascii(character: string, encoding: string): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(character, 'utf16le');
  return encoding === 'utf-16be' ? Buffer.from(character, 'utf16le').swap16() : Buffer.from(character, 'latin1');
}

/** The bytes of some characters that are not ASCII: those that the runtime decodes to one of them. */
function encoderOf(encoding: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(encoding);
  const found = new Map<string, Buffer>();
  for (const bytes of sequences(encoding)) {
    const text = decoder.decode(bytes);
    const isOne = Array.from(text).length === 1 && text > '\u00A0' && !/[\uFFFD\s]/u.test(text);
    if (isOne && !found.has(text)) found.set(text, bytes);
    if (found.size >= 200) break;
  }
  return found;
}

function* sequences(encoding: string): Generator<Buffer> {
  const [before, after] = encoding === 'iso-2022-jp' ? ['\x1b$B', '\x1b(B'] : ['', ''];
  const from = encoding === 'iso-2022-jp' ? 0x21 : 0x80;
  if (encoding.startsWith('utf-')) {
    for (const character of 'éüßñçøåæœžřşğıαβγδλμπσωабвгдежзиклмнопрстуфхцчшאבגדהابتثجकखगঘไทยあいうえおカキクケ漢字中文한국어😀🧹𝒳') {
      yield encoding === 'utf-8' ? Buffer.from(character) : ascii(character, encoding);
    }
    return;
  }
  if (before === '') for (let byte = 0x80; byte <= 0xff; byte++) yield Buffer.from([byte]);
  for (let lead = from + 1; lead < from + 0x7f; lead += 5) {
    for (let trail = from; trail < from + 0x7f; trail++) {
      yield Buffer.from(`${before}${String.fromCharCode(lead, trail)}${after}`, 'latin1');
    }
  }
}
