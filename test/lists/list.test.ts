/** Covers: src/lists/reading/{carriage-returns,check-bytes}.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntrySink } from '../../src/lists/entry.ts';
import { jsonl } from '../../src/lists/formats/jsonl.ts';
import { lines } from '../../src/lists/formats/lines.ts';
import { sitemap } from '../../src/lists/formats/sitemap.ts';
import { LineEntry } from '../../src/lists/line-entry.ts';
import { feed, openList } from '../../src/lists/list.ts';
import { readUrls } from '../../src/lists/read-urls.ts';
import { endsInCarriageReturns } from '../../src/lists/reading/carriage-returns.ts';
import { decodeBytes } from '../../src/text/bytes.ts';
import { listOf } from '../dedup/running.ts';
import { lawRuns } from '../law-runs.ts';
import { readStretches } from './formats/reading.ts';

interface Taken {
  readonly bytes: string;
  readonly url: string | null;
  readonly line: number;
}

/** A sink that keeps all, and holds entries to what they promise. */
function recorder(): { readonly sink: EntrySink; readonly taken: Taken[] } {
  const taken: Taken[] = [];
  return {
    taken,
    sink: {
      isDocument: true,
      entry: (entry) => {
        const spelling = Buffer.from(entry.view.buffer, entry.view.byteOffset + entry.start, entry.end - entry.start);
        expect(decodeBytes(spelling.toString('latin1'))).toBe(entry.url());
        taken.push({ bytes: entry.bytes(), url: entry.url(), line: entry.line });
      },
      other: (bytes) => taken.push({ bytes, url: null, line: 0 }),
    },
  };
}

/** Cuts bytes at arbitrary places, empty stretches among them. */
function cut(bytes: string, sizes: readonly number[]): Buffer[] {
  const stretches: Buffer[] = [];
  let at = 0;
  for (const size of sizes) {
    stretches.push(Buffer.from(bytes.slice(at, at + size), 'latin1'));
    at += size;
  }
  return [...stretches, Buffer.from(bytes.slice(at), 'latin1')];
}

const numRuns = lawRuns(1000);
const piece = fc.oneof(
  fc.constantFrom(
    '\n',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
    '\v',
    '\xef\xbb\xbf',
    '\xef',
    '\xbb',
    '\xbf',
    '\xc3\xa9',
    '\xe9',
    '\0',
    'http://a/',
    'a',
  ),
  fc.uint8Array({ maxLength: 3 }).map((codes) => String.fromCharCode(...codes)),
);
const anyList = fc.array(piece, { maxLength: 25 }).map((parts) => parts.join(''));
const anySizes = fc.array(fc.nat({ max: 6 }), { maxLength: 30 });

/** UTF-16 is refused before lines are cut. */
const isUtf16 = (bytes: string): boolean => /^(?:\xff\xfe|\xfe\xff|([^\0]\0){4}|(\0[^\0]){4})/.test(bytes);

describe('the fast reader of lines', () => {
  test("gives the same result as the format's reader, however the list is split", () => {
    fc.assert(
      fc.property(anyList, anySizes, (bytes, sizes) => {
        fc.pre(!isUtf16(bytes));
        const { sink, taken } = recorder();
        const entry = new LineEntry(sink);
        for (const stretch of cut(bytes, sizes)) entry.push(stretch);
        entry.finish(false);
        const expected = readStretches('lines', [bytes]).map(({ url, line, ...rest }) => ({
          bytes: rest.bytes,
          url,
          line: url === null ? 0 : line,
        }));
        expect(taken).toEqual(expected);
      }),
      { numRuns },
    );
  });

  test('grows for lines longer than its buffer', () => {
    const { sink, taken } = recorder();
    const entry = new LineEntry(sink);
    const list = [1, 1 << 20, 5, 5 << 20, 1].map((length) => `${'x'.repeat(length)}\n`);
    for (const stretch of cut(
      list.join(''),
      Array.from({ length: 90 }, () => 70_001),
    ))
      entry.push(stretch);
    entry.finish(false);
    expect(taken.map(({ bytes }) => bytes.length)).toEqual(list.map((line) => line.length));
    expect(taken.map(({ bytes }) => bytes).join('') === list.join('')).toBe(true);
  });

  test('reads all lines of a long list, whatever was read of it before', () => {
    const { sink, taken } = recorder();
    const entry = new LineEntry(sink);
    const list = Array.from({ length: 9000 }, (_, number) => `http://a.example/${number}\n`).join('');
    for (const stretch of cut(list, [100_003, 60_001])) entry.push(stretch);
    entry.finish(false);
    expect(taken.map(({ url }) => `${url}\n`).join('') === list).toBe(true);
  });

  test('adds a missing last line end only if another list follows', () => {
    for (const [bytes, whole] of [
      ['a\nb', 'a\nb\n'],
      ['a\n', 'a\n'],
      ['', ''],
      ['\xef\xbb', '\xef\xbb\n'],
      ['\xef\xbb\xbf', '\xef\xbb\xbf'],
      [' ', ' \n'],
      ['a\r', 'a\r\n'],
    ] as const) {
      const { sink, taken } = recorder();
      const entry = new LineEntry(sink);
      entry.push(Buffer.from(bytes, 'latin1'));
      entry.finish(true);
      expect(taken.map((each) => each.bytes).join('')).toBe(whole);
    }
  });
});

describe('a list', () => {
  test('of any line-based format reads the same both ways and with either line end', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyList,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        fc.constantFrom(lines, jsonl),
        async (bytes, stretch, isLast, format) => {
          fc.pre(!isUtf16(bytes));
          const { sink, taken } = recorder();
          await feed(await openList(listOf('a', bytes, stretch), format), {}, isLast, sink, async () => {});
          const end = endsInCarriageReturns(bytes) ? '\r' : '\n';
          const isWhole = isLast || bytes === '' || bytes === '\xef\xbb\xbf' || bytes.endsWith(end);
          expect(taken.map((each) => each.bytes).join('')).toBe(isWhole ? bytes : `${bytes}\n`);
        },
      ),
      { numRuns: numRuns / 4 },
    );
  });

  test.each([
    ['\xff\xfeh\0', 'UTF-16'],
    ['\xfe\xff\0h', 'UTF-16'],
    ['h\0t\0t\0p\0', 'UTF-16LE'],
    ['\0h\0t\0t\0p', 'UTF-16BE'],
    ['\xff\xfe\0\0h\0\0\0', 'UTF-32'],
    ['\0\0\xfe\xff\0\0\0h', 'UTF-32'],
    ['h\0\0\0t\0\0\0', 'UTF-32LE'],
    ['\0\0\0h\0\0\0t', 'UTF-32BE'],
  ])('in UTF-16 or UTF-32 (%j) is rejected with advice, whatever format is given', async (bytes, name) => {
    for (const format of [null, lines]) {
      await expect(openList(listOf('a', bytes, 2), format)).rejects.toThrow(`iconv -f ${name} -t UTF-8`);
    }
  });

  test.each([
    [
      'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n',
      'a web archive (WARC); name a list of links',
    ],
    ['[\n  {"url": "http://a/"}\n]\n', 'a JSON document, not JSON lines'],
    ['{\n  "log": {"entries": []}\n}\n', 'a JSON document, not JSON lines'],
    ['[["urlkey","original"],\n["com,a)/","http://a.com/"]]\n', 'a JSON document, not JSON lines'],
    ['<?xml version="1.0"?>\n<rss version="2.0"><channel>\n', 'a feed; name a list of links'],
    ['<feed xmlns="http://www.w3.org/2005/Atom">\n', 'a feed; name a list of links'],
    [
      '\xef\xbb\xbf<?xml version="1.0"?>\n<?xml-stylesheet href="a.xsl"?>\n<!-- x -->\n<feed>\n',
      'a feed; name a list of links',
    ],
    ['\xef\xbb\xbf[\n  "http://a/"\n]\n', 'a JSON document, not JSON lines'],
    ['#Version: 1.0\r\n#Fields: date cs-uri-stem\r\n2026-01-01 /a\r\n', 'a log in the W3C format'],
  ])('that begins with %j is refused, unless a format is given', async (bytes, message) => {
    await expect(openList(listOf('a', bytes, 9), null)).rejects.toThrow(`a: ${message}`);
    await expect(openList(listOf('a', bytes, 9), lines)).resolves.toMatchObject({ format: lines });
  });

  test.each([
    ['url,title\rhttp://a/,"b\rc"\rhttp://b/,', [null, 'http://a/', 'http://b/'], [0, 2, 4]],
    ['\xef\xbb\xbfurl;title\r\rhttp://a/;b\r', [null, null, null, 'http://a/'], [0, 0, 0, 3]],
    ['http://a/\r\rhttp://b/\r', ['http://a/', null, 'http://b/'], [1, 0, 3]],
    ['"http://a/"\r"http://b/"', ['http://a/', 'http://b/'], [1, 2]],
    ['http://a/\rhttp://b/\n', ['http://a/\rhttp://b/'], [1]],
    ['http://a/\r', ['http://a/'], [1]],
  ])('without line feeds, %j, has lines that end in carriage returns, and keeps them', async (bytes, urls, at) => {
    const { sink, taken } = recorder();
    await feed(await openList(listOf('a', bytes), null), {}, true, sink, async () => {});
    expect(taken.map(({ url }) => url)).toEqual(urls);
    expect(taken.map(({ line }) => line)).toEqual(at);
    expect(taken.map((each) => each.bytes).join('')).toBe(bytes);
    const read = await Array.fromAsync(readUrls(listOf('a', bytes)));
    expect(read).toEqual(urls.filter((url) => url !== null));
  });

  test('a list of JSON objects without a URL is refused at its end', async () => {
    const read = Array.fromAsync(readUrls(listOf('a', '{"page":"http://a/"}\n')));
    await expect(read).rejects.toThrow('a: no line has a URL in a usual field');
  });

  test('is a feed and not a sitemap, whatever its name', async () => {
    const feedOf = (bytes: string): Promise<unknown> => openList({ ...listOf('a', bytes), fileName: 'a.xml' }, null);
    await expect(feedOf('<?xml version="1.0"?>\n<rss version="2.0">')).rejects.toThrow(
      'a: a feed; name a list of links',
    );
    await expect(feedOf('<urlset>')).resolves.toMatchObject({ format: sitemap });
  });

  test.each([
    ['\x28\xb5\x2f\xfd\x24', 'zstd -dc'],
    ['\xfd7zXZ\0\0', 'xz -dc'],
    ['BZh91AY&SY', 'bzip2 -dc'],
    ['PK\x03\x04', 'unzip -p'],
  ])('that begins with %j is refused with advice, whatever format is given', async (bytes, program) => {
    for (const format of [null, lines]) {
      await expect(openList(listOf('a', bytes), format)).rejects.toThrow(`a: packed; unpack it first: ${program} FILE`);
    }
  });

  test.each(['[[http://a/]]\n', '#Version: 1\nhttp://a/#Fields: \n', 'BZhttp://a/\n', '["x" http://a/\n'.slice(1)])(
    'that begins with %j is a list',
    async (bytes) => {
      await expect(openList(listOf('a', bytes), null)).resolves.toMatchObject({ format: lines });
    },
  );

  test('that begins like a web archive is read if it has another format', async () => {
    const table = { ...listOf('a', 'WARC/1.0,url\nx,http://a/\n'), fileName: 'a.csv' };
    expect((await openList(table, null)).format.name).toBe('csv');
  });

  test('is closed if the consumer stops', async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<Buffer> {
      try {
        for (;;) yield Buffer.from('http://a/\n'.repeat(1000));
      } finally {
        isClosed = true;
      }
    }
    const list = await openList({ ...listOf('a', ''), stretches: endless() }, null);
    const enough = async (): Promise<void> => {
      throw new Error('enough');
    };
    await expect(feed(list, {}, true, recorder().sink, enough)).rejects.toThrow('enough');
    expect(isClosed).toBe(true);
  });
});
