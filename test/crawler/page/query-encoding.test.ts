/** Covers: crawler/page/query-encoding.ts */
import { expect, test } from 'vitest';
import { readDocument, readWhole } from '../../../crawler/page/document.ts';
import { encoderOf } from './encoders.ts';

const BASE = 'http://h.example/';

/** Where a page leads, without the host. */
function linksOf(html: string, charset: string, url = BASE): readonly string[] {
  const headers = { 'content-type': `text/html; charset=${charset}` };
  const { links } = readDocument(url, { headers, body: Buffer.from(html, 'latin1') });
  return [...links].map((link) => link.url.replace(BASE, ''));
}

test.each([
  ['windows-1252', '\xfc\x80', '%FC%80'],
  ['iso-8859-1', '\xfc\x80', '%FC%80'],
  ['koi8-r', '\xc6\xd9', '%C6%D9'],
  ['windows-1251', '\xfc', '%FC'],
  ['shift_jis', '\x83\x5c', '%83\\'],
  ['euc-jp', '\xa5\xbd', '%A5%BD'],
  ['gbk', '\xc8\xd5', '%C8%D5'],
  ['gb18030', '\x94\x39\xfc\x36', '%949%FC6'],
  ['big5', '\xa4\xe9', '%A4%E9'],
  ['euc-kr', '\xb0\xa1', '%B0%A1'],
  ['iso-2022-jp', '\x1b$B%=\x1b(B', '%1B$B%=%1B(B'],
  ['iso-2022-jp', "\x1b$B'!#0\x1b(B", '%1B$B%27!%230%1B(B'],
])('in %s, the query of a link is the bytes of the page', (charset, bytes, encoded) => {
  expect(linksOf(`<a href="?q=${bytes}&amp;a=b">x</a>`, charset)).toEqual([`?q=${encoded}&a=b`]);
});

test('path and fragment are UTF-8 in every encoding', () => {
  expect(linksOf('<a href="\xfc?#\xfc">x</a>', 'iso-8859-1')).toEqual(['ü?#ü']);
});

test.each(['utf-16le', 'utf-16be'])('the query of a link in %s is UTF-8', (charset) => {
  const html = Buffer.from('<a href="?q=ü">x</a>', 'utf16le');
  const text = (charset === 'utf-16le' ? html : html.swap16()).toString('latin1');
  expect(linksOf(text, charset)).toEqual(['?q=ü']);
});

test('a character that the encoding does not have is a character reference', () => {
  expect(linksOf('<a href="?q=&#26085;&#xfc;">x</a>', 'iso-8859-1')).toEqual(['?q=%26%2326085%3B%FC']);
});

test('the query ends before the spaces around a reference, and has no line ends', () => {
  expect(linksOf('<a href="\n ?q=\xfc\n\xfc ">x</a>', 'iso-8859-1')).toEqual(['?q=%FC%FC']);
});

test('a query of ASCII and other schemes stay as they are', () => {
  expect(linksOf('<a href="?q=\'a b\'"><a href="mailto:a@h.example?subject=\xfc">', 'iso-8859-1')).toEqual([
    "?q='a b'",
    'mailto:a@h.example?subject=ü',
  ]);
});

test('a reference to the page itself keeps its query', () => {
  expect(linksOf('<a href="#\xfc">x</a>', 'iso-8859-1', `${BASE}?q=ü`)).toEqual(['?q=ü#ü']);
});

test('base, canonical URL, refresh and other relations are in the encoding of the page', () => {
  const html =
    '<base href="?b=\xfc"><link rel=canonical href="?c=\xfc"><link rel=next href="?n=\xfc">' +
    '<meta http-equiv=refresh content="1;url=?r=\xfc"><a href="#">x</a>';
  expect(linksOf(html, 'iso-8859-1')).toEqual(['?b=%FC#', '?n=%FC', '?r=%FC', '?c=%FC']);
});

test('pages in two encodings with the same reference lead to two URLs', () => {
  const characters = ['windows-1252', 'koi8-r'].map((charset) => encoderOf(charset).get('©')?.toString('latin1') ?? '');
  const references = characters.map((character) => `<a href="/a?q=${character}">x</a>`);
  expect(linksOf(references[0] ?? '', 'windows-1252')).toEqual(['a?q=%A9']);
  expect(linksOf(references[1] ?? '', 'koi8-r')).toEqual(['a?q=%BF']);
});

test.each([0, 300 * 1024])(
  'a rendered page, which is UTF-8, has the queries of the page as served',
  async (filling) => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    const body = new TextEncoder().encode(`<a href="?q=ü">x</a>${' '.repeat(filling)}`);
    const { links } = await readWhole({ url: BASE, headers, body, encoding: 'windows-1252' });
    expect([...links].map(({ url }) => url)).toEqual([`${BASE}?q=%FC`]);
  },
);

test('a page that is read in steps has the same links', async () => {
  const headers = { 'content-type': 'text/html; charset=windows-1252' };
  const body = Buffer.from(`<a href="?q=\xfc">x</a>${' '.repeat(300 * 1024)}`, 'latin1');
  const { links } = await readWhole({ url: BASE, headers, body: Uint8Array.from(body) });
  expect([...links].map(({ url }) => url)).toEqual([`${BASE}?q=%FC`]);
});
