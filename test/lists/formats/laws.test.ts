/** Covers: src/lists/reading/{byte-order-mark,line-cutter,pending}.ts */
import { describe, test } from 'vitest';
import { checkLaws } from './reading.ts';

const TAGS = [
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '=',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x?>',
  '<!',
  '&amp;',
  '\xef\xbb\xbf',
];

describe('pieces add up to the document, and do not depend on how it is split', () => {
  test('lines', () => checkLaws('lines', ['\r', '\t', '\ufeff', '\0']));
  test('csv', () => checkLaws('csv', ['"', '""', ',', ';', 'url', 'a', 'url,b\n', '"x"\n'], { column: '1' }));
  test('csv by name', () => checkLaws('csv', ['"', ',', 'url', 'url,b\n', 'b;url\n']));
  test('csv by cells', () =>
    checkLaws('csv', ['"', ',', 'a,b\n', '1,http://a/\n', '\n\n\n\n\n\n\n\n', 'http://a/,2\n']));
  test('tsv', () => checkLaws('tsv', ['"', '\t', 'url', 'b\turl\n']));
  test('jsonl', () => checkLaws('jsonl', ['"', '{"url":"http://a/"}\n', '{', '}', '[', 'null', '1', '{"url":null}']));
  test('jsonl by field', () => checkLaws('jsonl', ['{"a":{"b":"http://a/"}}\n', '{"a":1}\n'], { field: 'a.b' }));
  test('cdx', () => checkLaws('cdx', [' CDX N b a\n', ' CDX b a\n', 'com,a)/ 2020 http://a/ x\n']));
  test('cdxj', () => checkLaws('cdxj', ['!meta {}\n', 'com,a)/ 2020 {"url": "http://a/"}\n', '{', '"']));
  test('access-log', () =>
    checkLaws(
      'access-log',
      ['1.2.3.4 - - ', '[17/May/2015:10:05:03 +0000] ', '"GET /x HTTP/1.1"', '"', '\\', '\\x16', '200 1\n'],
      { base: 'https://a.example/' },
    ));
  test('bookmarks', () =>
    checkLaws('bookmarks', [
      ...TAGS,
      '<DL><p>',
      '</DL><p>',
      '<DT>',
      '<DT><A HREF="http://a/">',
      '</A>',
      '<DD>',
      '<H3>',
      '</H3>',
      '<HR>',
      '<A HREF=x',
    ]));
  test('opml', () =>
    checkLaws('opml', [
      ...TAGS,
      '<outline',
      '<outline>',
      '<outline xmlUrl="http://a/"/>',
      '<outline url="b" text="c">',
      '</outline>',
    ]));
  test('sitemap', () =>
    checkLaws('sitemap', [
      ...TAGS,
      '<urlset>',
      '<url>',
      '</url>',
      '<loc>',
      '</loc>',
      '<image:loc>',
      '</image:loc>',
      '<x:urlset>',
      '<x:url>',
    ]));
});

describe('links do not depend on how the page is split', () => {
  test('html', () =>
    checkLaws(
      'html',
      [...TAGS, '<a href=', '<a href="/x">', '<base href="http://b/">', '<script>', '</script>', '<title', '</tit'],
      {},
      false,
    ));
  test('markdown', () =>
    checkLaws(
      'markdown',
      [
        '[',
        ']',
        '(',
        ')',
        '](',
        '](/x)',
        '<',
        '>',
        '`',
        '``',
        '```\n',
        '~~~',
        '\\',
        '[a]: ',
        '\n\n',
        '- ',
        '<!--',
        '-->',
        '![',
        '"',
        '<a href="x">',
      ],
      {},
      false,
    ));
});
