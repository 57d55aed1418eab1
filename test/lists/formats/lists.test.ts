import { describe, expect, test } from 'vitest';
import { detectFormat } from '../../../src/lists/formats/index.ts';
import { REAL_LISTS, readOptionsOf, realList } from '../../fixtures/lists.ts';
import { cutEvery, entriesOf, joined, readStretches } from './reading.ts';

describe('real lists', () => {
  test.each(REAL_LISTS)('%s has format %s and %i entries, however it is split', (file, format, count) => {
    const bytes = realList(file);
    expect(detectFormat(bytes.slice(0, 1 << 16), file).name).toBe(format);
    const pieces = readStretches(format, cutEvery(bytes, 1 << 16), readOptionsOf(format));
    expect(entriesOf(pieces)).toHaveLength(count);
    // Of Markdown the links are read, and of the others the whole document.
    if (format !== 'markdown') expect(joined(pieces) === bytes).toBe(true);
    expect(readStretches(format, cutEvery(bytes, 997), readOptionsOf(format))).toEqual(pieces);
  });

  test('requests of a real log become URLs of the site', () => {
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
