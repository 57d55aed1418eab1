/** Covers: crawler/page/charset.ts, crawler/page/document.ts */
import { describe, expect, test } from 'vitest';
import { readWhole } from '../../../crawler/page/document.ts';
import { ascii, ENCODINGS, encoderOf } from './encoders.ts';

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
    .map((character) => `<a href="/${character}?q=&amp;a#${character}">${character}</a>\n`)
    .join('');
  const text = `${words}<p>${links}`;
  const canonical = '<link rel=canonical href=/x>';
  const part = encode(text);
  const repeated = Array.from({ length: Math.ceil(length / text.length) }, () => part);
  return Buffer.concat([encode(`<title>${words}</title>`), ...repeated, encode(`${characters[0]}${canonical}`)]);
}
