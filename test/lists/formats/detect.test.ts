import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectFormat } from '../../../src/lists/formats/index.ts';

const detect = (head: string, name: string | null = null): string => detectFormat(head, name).name;

describe('by content, whatever the name', () => {
  test.each([
    ['<!DOCTYPE NETSCAPE-Bookmark-file-1>\n', 'bookmarks'],
    ['\xef\xbb\xbf<!doctype netscape-bookmark-file-1>\n', 'bookmarks'],
    ['<?xml version="1.0"?><!-- <html> --><opml version="1.0">', 'opml'],
    ['<?xml version="1.0"?>\n<urlset xmlns="x">', 'sitemap'],
    ['<s:sitemapindex>', 'sitemap'],
    [' CDX N b a\n', 'cdx'],
    ['com,a)/ 20200101000000 {"url": "http://a/"}\n', 'cdxj'],
    ['1.2.3.4 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 1\n', 'access-log'],
    ['\n{"url":"http://a/"}\n', 'jsonl'],
    ['"http://a/"\n', 'jsonl'],
    [`{"a":"${'x'.repeat(70_000)}`, 'jsonl'],
    ['\n<!DOCTYPE html>\n', 'html'],
    ['<!-- x --><HTML lang=en>', 'html'],
  ])('%j', (head, format) => {
    for (const name of [null, 'x.txt', 'x.csv', 'x.html', 'x.log'])
      expect(detect(head.slice(0, 1 << 16), name)).toBe(format);
  });
});

describe('by name, if the content is ambiguous', () => {
  test.each([
    ['a.csv', 'csv'],
    ['a.TSV', 'tsv'],
    ['a.tab', 'tsv'],
    ['a.jsonl', 'jsonl'],
    ['a.ndjson.gz', 'jsonl'],
    ['a.OPML.GZ', 'opml'],
    ['a.xml', 'sitemap'],
    ['a.md', 'markdown'],
    ['a.markdown', 'markdown'],
    ['a.htm', 'html'],
    ['a.xhtml', 'html'],
    ['a.cdx.gz', 'cdx'],
    ['a.cdxj', 'cdxj'],
    ['a.log', 'lines'],
    ['a.txt', 'lines'],
    ['a.gz', 'lines'],
    ['csv', 'lines'],
  ])('%s is %s', (name, format) => {
    expect(detect('http://a/\n', name)).toBe(format);
  });
});

describe('by the first line', () => {
  test.each([
    ['title,URL\n', 'csv'],
    ['title;"link"\r\n', 'csv'],
    ['title|link\n', 'csv'],
    ['title\thref\n', 'tsv'],
    ['title,page\n', 'lines'],
    ['url\n', 'lines'],
    ['', 'lines'],
    ['http://a/?b,url\n', 'lines'],
    ['http://a/?b;link\n', 'lines'],
  ])('%j is %s', (head, format) => {
    expect(detect(head, 'x.txt')).toBe(format);
  });
});

test('a list of URLs is never detected as another format', () => {
  const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
  const odd = fc.constantFrom(
    ',url',
    ';link',
    '"',
    '\turl',
    ' {',
    ' [17/May/2015:10:05:03 +0000] x',
    '<html>',
    ' CDX a',
    '',
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(url, odd).map((parts) => parts.join('')),
        { minLength: 1 },
      ),
      (urls) => {
        for (const name of [null, 'x.log', 'x.txt']) expect(detect(urls.join('\n'), name)).toBe('lines');
      },
    ),
  );
});
