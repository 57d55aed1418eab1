/**
 * Covers: src/lists/formats/html.ts, src/lists/formats/markdown/markdown.ts
 * Covers: src/lists/reading/{link-piece,tag-scanner}.ts
 */
import { describe, expect, test } from 'vitest';
import { readText, urlsOf } from './reading.ts';

describe('html', () => {
  test('links come in document order, one per line', () => {
    expect(
      readText('html', '<p>\n<A HREF="http://a/?x&amp;y">a</A>\n<area href=\'http://b/é\'><link href=no>'),
    ).toEqual([
      { bytes: 'http://a/?x&y\n', url: 'http://a/?x&y', line: 2 },
      { bytes: 'http://b/\xc3\xa9\n', url: 'http://b/é', line: 3 },
    ]);
  });

  test.each([
    ['<a href=../c>', 'http://x/a/b', ['http://x/c']],
    ['<a href="c d">', undefined, ['c d']],
    ['<base href=/z/><a href=c><base href=/no/><a href=d>', 'http://x/a/b', ['http://x/z/c', 'http://x/z/d']],
    ['<base href=http://y/><a href=c>', undefined, ['http://y/c']],
    ['<base href=c><a href=d>', undefined, ['d']],
    ['<base><base href=http://y/><a href=c>', undefined, ['http://y/c']],
  ])('%s against %s', (page, base, urls) => {
    expect(urlsOf('html', page, base === undefined ? {} : { base })).toEqual(urls);
  });

  test.each(['', ' ', '#', '#a', 'javascript:x()', ' java\nscript:x', 'DATA:,x', 'about:blank'])(
    'a link to %j leads nowhere else',
    (href) => {
      expect(urlsOf('html', `<a href="${href}">`, { base: 'http://x/' })).toEqual([]);
    },
  );

  test('line breaks in a URL do not break the list', () => {
    expect(urlsOf('html', '<a href="http://a/\n b ">')).toEqual(['http://a/ b']);
  });

  test.each(['script', 'style', 'textarea', 'title', 'iframe'])('%s contains only text', (tag) => {
    expect(urlsOf('html', `<${tag}>a<b "<a href=no></${tag}x></${tag} ><a href=yes>`)).toEqual(['yes']);
  });

  test('comments contain no links', () => {
    expect(urlsOf('html', '<!-- <a href=no> > --><!x <a href=no2><a href=yes>')).toEqual(['yes']);
  });
});

describe('markdown', () => {
  test.each([
    ['[a](http://a/ "title")', ['http://a/']],
    ["[a](http://a/ 'title') [b]( <http://b/ c> (t) )", ['http://a/', 'http://b/ c']],
    ['[a](http://a/b_(c)_(d(e)))', ['http://a/b_(c)_(d(e))']],
    ['[a](http://a/\\)\\_b&amp;c\\d)', ['http://a/)_b&c\\d']],
    ['[a\nb](\nhttp://a/\n)', ['http://a/']],
    ['[a](http://a/ b)', ['http://a/']],
    ['[a](no\n\n)', []],
    ['![a](http://no/)', []],
    ['\\![a](http://a/)', ['http://a/']],
    ['[![a](http://no/)](http://a/)', ['http://a/']],
    ['[a [b](http://b/) c](http://no)', ['http://b/', 'http://no']],
    ['[http://no/](http://a/)', ['http://a/']],
    ['\\[a](no)', []],
    ['[a] (no)', []],
    ['<http://a/?b&amp;c> <mailto:a@b.example> <b> <no>', ['http://a/?b&c', 'mailto:a@b.example']],
    ['<a class=x href="/x?a&amp;b">y</a> <img src="http://no/">', ['/x?a&b']],
    ['[a]: http://a/ "title"\n[b]:\n  <http://b/>\n[c]: http://c/', ['http://a/', 'http://b/', 'http://c/']],
    ['[note]: no link at all', []],
    ['[^1]: see http://a/', ['http://a/']],
    ['see http://a/b. Or (http://c/d_(e)), HTTPS://f/?g=h!', ['http://a/b', 'http://c/d_(e)', 'HTTPS://f/?g=h']],
    ['**http://a/** "http://no/" xhttp://no/ http:// https://...', ['http://a/']],
    ['[http://a/] | http://b/|', ['http://a/', 'http://b/']],
    ['`[a](no)` ``http://no/ ` x`` `[b](http://b/)', ['http://b/']],
    ['- a ` b\n- [c](http://c/) `', ['http://c/']],
    ['```\nhttp://no/\n``\nhttp://no/\n````\nhttp://a/', ['http://a/']],
    ['~~~ x\nhttp://no/\n```\n~~~\nhttp://a/', ['http://a/']],
    ['- x\n\n  ```\n  http://no/\n  ```\n  http://a/', ['http://a/']],
    ['    - http://a/', ['http://a/']],
    ['<!-- http://no/ --> http://a/', []],
    ['<!--\nhttp://no/\n\nhttp://no/\n-->\nx <!-- http://no/ --> http://a/', ['http://a/']],
    ['[a](#b) [c](javascript:d) [e]()', []],
    ['[a](b/c.md)', ['b/c.md']],
  ])('%j', (text, urls) => {
    expect(urlsOf('markdown', text)).toEqual(urls);
  });

  test('links have their line numbers, and are resolved if a base is given', () => {
    const text = '# x\n\n[a](b\n) and\n[c](d)\n\n> <http://e/>';
    expect(readText('markdown', text, { base: 'http://x/y/' }).map(({ url, line }) => [url, line])).toEqual([
      ['http://x/y/b', 3],
      ['http://x/y/d', 5],
      ['http://e/', 7],
    ]);
  });
});
