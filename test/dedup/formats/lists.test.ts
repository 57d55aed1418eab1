import { describe, expect, test } from 'vitest';
import { detectFormat } from '../../../src/dedup/detect.ts';
import { cutEvery, entriesOf, hasLists, joined, readStretches, realList } from './reading.ts';

const LISTS = [
  ['smallweb.txt', 'lines', 36_515],
  ['apache_logs.log', 'access-log', 10_000],
  ['hn-personal-blogs.opml', 'opml', 1229],
  ['bookmarks-chromium_nested.htm', 'bookmarks', 18],
  ['bookmarks-delicious.htm', 'bookmarks', 5],
  ['bookmarks-firefox_nested.htm', 'bookmarks', 24],
  ['bookmarks-shaarli.htm', 'bookmarks', 6],
] as const;

describe.skipIf(!hasLists)('real lists', () => {
  test.each(LISTS)('%s is of format %s, with %i entries, and comes back byte for byte', (file, format, count) => {
    const bytes = realList(file);
    expect(detectFormat(bytes.slice(0, 1 << 16), file).name).toBe(format);
    const pieces = readStretches(format, cutEvery(bytes, 1 << 16));
    expect(entriesOf(pieces)).toHaveLength(count);
    expect(joined(pieces) === bytes).toBe(true);
    expect(readStretches(format, cutEvery(bytes, 997))).toEqual(pieces);
  });

  test('free-programming-books.md has 10,878 links to the web', () => {
    const bytes = realList('free-programming-books.md');
    expect(detectFormat(bytes.slice(0, 1 << 16), 'x.md').name).toBe('markdown');
    const pieces = readStretches('markdown', cutEvery(bytes, 1 << 16));
    const web = pieces.filter(({ url }) => /^https?:/.test(url ?? ''));
    expect(web).toHaveLength(10_878);
    expect(pieces).toEqual(readStretches('markdown', [bytes]));
  });

  test('requests of a real log go to the site', () => {
    const [first] = readStretches('access-log', [realList('apache_logs.log')], { base: 'https://www.example.com/x' });
    expect(first?.url).toBe('https://www.example.com/presentations/logstash-monitorama-2013/images/kibana-search.png');
  });

  test('folders of a real bookmark file are places', () => {
    const places = entriesOf(readStretches('bookmarks', [realList('bookmarks-chromium_nested.htm')])).map(
      (p) => p.place,
    );
    expect(places.slice(0, 5)).toEqual(['Personal toolbar', undefined, undefined, undefined, 'Dev / PHP']);
  });
});
