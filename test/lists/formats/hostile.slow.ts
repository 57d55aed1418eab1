import { describe, expect, test } from 'vitest';
import { MAX_PIECE } from '../../../src/lists/reading/limits.ts';
import { cutEvery, entriesOf, joined, readStretches } from './reading.ts';

/** A size at which quadratic time would be minutes. */
const SIZE = 750_000;
const STRETCH = 1 << 16;

const many = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length));
const read = (format: string, bytes: string, options = {}): ReturnType<typeof readStretches> =>
  readStretches(format, cutEvery(bytes, STRETCH), options);

describe('linear time', () => {
  test('a line of 100 MB', () => {
    const [piece, ...others] = read('lines', 'a'.repeat(100_000_000));
    expect([piece?.bytes.length, others.length]).toEqual([100_000_000, 0]);
  });

  test.each(['csv', 'tsv', 'jsonl', 'cdx', 'cdxj', 'access-log', 'bookmarks', 'opml', 'sitemap'])(
    '%s: anything long in one line',
    (format) => {
      const bytes = `${many('x')}\n`;
      expect(joined(read(format, bytes, { column: '1' }))).toBe(bytes);
    },
  );

  test.each([
    ['bookmarks', '', '<'],
    ['bookmarks', '', '<DL>'],
    ['bookmarks', '', '<DL><H3>a</H3>'],
    ['bookmarks', '', '<DT><A HREF="http://a/">'],
    ['bookmarks', '<DT><A HREF="http://a/">', '<b>'],
    ['bookmarks', '<DT><A HREF="http://a/">', '<b '],
    ['bookmarks', '<DT><A HREF="', 'x'],
    ['bookmarks', '<DT><A ', 'a=b '],
    ['bookmarks', '<DT><H3>', '<b>'],
    ['bookmarks', '', '<!--'],
    ['bookmarks', '<DT>', ' '],
    ['opml', '', '<'],
    ['opml', '', '<outline url="http://a/">'],
    ['opml', '', '<outline text="a">'],
    ['opml', '', '<![CDATA['],
    ['opml', '', '<outline/>'],
    ['opml', '', '<!-'],
    ['sitemap', '<urlset>', '<url>'],
    ['sitemap', '<urlset><url><loc>', '<b>'],
    ['sitemap', '<urlset><url>', '<loc>'],
    ['sitemap', '<urlset><url><loc>', '&'],
    ['csv', 'url,b\n', 'a;b,'],
    ['csv', 'url,b\n', '"",'],
    ['csv', 'url,b\n', 'a\n'],
    ['csv', 'url,b\n', '"a\n"\n'],
    ['jsonl', '', '['],
    ['jsonl', '', '{"a":'],
    ['access-log', '', '1 [17/May/2015:10:05:03 +0000] "'],
    ['access-log', '1 [17/May/2015:10:05:03 +0000] "GET ', '\\x'],
  ])('%s: %s and then %s without end', (format, start, unit) => {
    const bytes = start + many(unit);
    expect(joined(read(format, bytes))).toBe(bytes);
  });

  test.each([
    ['html', '<'],
    ['html', '<b>'],
    ['html', '<a href='],
    ['html', '<script>'],
    ['html', '</'],
    ['html', '<!--'],
    ['html', '<title></titl'],
    ['html', '<svg><a>'],
    ['markdown', '['],
    ['markdown', ']'],
    ['markdown', ']('],
    ['markdown', '[a](b'],
    ['markdown', '[a](b "'],
    ['markdown', "[a](b '"],
    ['markdown', '[a]('],
    ['markdown', '[a](<'],
    ['markdown', '[a]: <b '],
    ['markdown', 'a [b]: '],
    ['markdown', '!['],
    ['markdown', '`a``b'],
    ['markdown', '<a '],
    ['markdown', '<a:'],
    ['markdown', '<!-- '],
    ['markdown', '<b c="'],
    ['markdown', 'http://a('],
    ['markdown', 'http://a]'],
    ['markdown', '\\'],
    ['markdown', '> '],
    ['markdown', '- '],
  ])('%s: %s without end', (format, unit) => {
    expect(entriesOf(read(format, many(unit))).length).toBeGreaterThanOrEqual(0);
  });

  test('csv: a heading of 150,000 columns, which all hold URLs', () => {
    const names = Array.from({ length: 150_000 }, (_, index) => `c${index.toString(36)}`);
    const table = `${names.join(',')}\n${'http://a/,'.repeat(names.length)}\n`;
    expect(() => read('csv', table)).toThrow(/cj and 149980 more hold URLs/);
  });

  test('markdown: runs of backticks of all lengths', () => {
    const ticks = Array.from({ length: 5000 }, (_, length) => '`'.repeat(length + 1));
    expect(read('markdown', ticks.join(' '))).toEqual([]);
  });
});

/** One format of each kind of reader. */
describe('a piece longer than the limit', () => {
  test.each([
    ['lines', ''],
    ['csv', 'url,b\n"'],
    ['csv', 'url,b\n'],
    ['bookmarks', '<DT><A HREF="'],
    ['html', '<a href="'],
    ['markdown', ''],
  ])('%s: is refused, whether it comes at once or not', (format, start) => {
    const bytes = start + 'x'.repeat(MAX_PIECE + 1);
    expect(() => read(format, bytes)).toThrow(/has more than 134217728 bytes/);
    expect(() => readStretches(format, [bytes])).toThrow(/has more than/);
  });
});
