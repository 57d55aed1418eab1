import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WarcArchive } from '../../../crawler/warc/warc-archive.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/archives');
const DICTIONARY = 0x184d2a5d;
const EXTENSION = 0x184d2a50;

/** A dictionary of raw content, which has no identifier. */
const dictionary = Buffer.from(
  'WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nHTTP/1.1 200 OK'.repeat(3),
);

function record(url: string, body = 'a page'): Buffer {
  const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${body}`;
  const about = `WARC-Target-URI: ${url}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nContent-Type: application/http`;
  const head = `WARC/1.0\r\nWARC-Type: response\r\n${about}\r\nContent-Length: ${block.length}`;
  return Buffer.from(`${head}\r\n\r\n${block}\r\n\r\n`, 'latin1');
}

/** A frame as a WARC file has it, with a checksum. */
function frame(bytes: Uint8Array, options: { readonly dictionary?: Buffer } = {}): Buffer {
  return zstdCompressSync(bytes, { ...options, params: { [constants.ZSTD_c_checksumFlag]: 1 } });
}

function skipped(magic: number, data: Uint8Array, length = data.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(magic, 0);
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, data]);
}

async function bodyAt(archive: WarcArchive, url: string): Promise<string> {
  const { signal } = new AbortController();
  const result = await archive.fetch(url, { wantBody: () => true, maxBytes: 1e9, signal });
  return result.kind === 'failure' ? result.code : Buffer.from(result.body ?? []).toString('latin1');
}

/** The counts of an archive of these parts, and the bodies at URLs. */
async function read(
  parts: readonly Uint8Array[],
  ...urls: readonly string[]
): Promise<{ readonly unreadable: number; readonly bodies: readonly string[] }> {
  const path = join(mkdtempSync(join(tmpdir(), 'dustpan-test-')), 'a.warc.zst');
  writeFileSync(path, Buffer.concat(parts));
  const archive = await WarcArchive.open([path]);
  try {
    const bodies: string[] = [];
    for (const url of urls) bodies.push(await bodyAt(archive, url));
    return { unreadable: archive.counts.unreadable, bodies };
  } finally {
    await archive.close();
  }
}

it('packed by zstd with a packed dictionary are read as those of the gzip file', async () => {
  const inFile = async (name: string): Promise<unknown> => {
    const archive = await WarcArchive.open([join(FIXTURES, name)]);
    const urls = ['docs/a.html', 'docs/b.html', 'docs/c', 'docs/c/', 'docs/none', 'missing'].map(
      (path) => `http://archive.test/${path}`,
    );
    const pages = await Promise.all(urls.map((url) => bodyAt(archive, url)));
    await archive.close();
    return { seed: archive.seed, counts: archive.counts, pages };
  };
  expect(await inFile('wget.warc.zst')).toEqual(await inFile('wget.warc.gz'));
});

it.each([
  ['as it is', dictionary],
  ['packed', frame(dictionary)],
])('a dictionary %s unpacks all frames of its file', async (_, stored) => {
  const large = 'x'.repeat(1 << 21);
  const records = [record('http://h/'), record('http://h/b', large)].map((one) => frame(one, { dictionary }));
  const found = await read([skipped(DICTIONARY, stored), ...records], 'http://h/', 'http://h/b');
  expect(found).toEqual({ unreadable: 0, bodies: ['a page', large] });
});

it('records in several frames are read to their end, past empty frames and frames to skip', async () => {
  const cut = record('http://h/b', 'x'.repeat(1000));
  const extension = skipped(EXTENSION, Buffer.from('ignored'));
  const pieces = [cut.subarray(0, 50), cut.subarray(50, 400), Buffer.alloc(0), cut.subarray(400)];
  const parts = [frame(record('http://h/')), extension, ...pieces.flatMap((piece) => [frame(piece), extension])];
  const found = await read([...parts, frame(record('http://h/c'))], 'http://h/', 'http://h/b', 'http://h/c');
  expect(found).toEqual({ unreadable: 0, bodies: ['a page', 'x'.repeat(1000), 'a page'] });
});

it('frames without a checksum and without the size of their content are read', async () => {
  const params = { [constants.ZSTD_c_checksumFlag]: 0, [constants.ZSTD_c_contentSizeFlag]: 0 };
  const frames = ['http://h/', 'http://h/b'].map((url) => zstdCompressSync(record(url), { params }));
  const found = await read(frames, 'http://h/', 'http://h/b');
  expect(found).toEqual({ unreadable: 0, bodies: ['a page', 'a page'] });
});

it('a record whose header goes on in the next frame is found, however many bytes are in the frames before', async () => {
  const [long, split] = [record('http://h/', 'x'.repeat(1 << 25)), record('http://h/b')];
  const middle = Buffer.concat([long.subarray(-10), split.subarray(0, 50)]);
  const found = await read(
    [long.subarray(0, -10), middle, split.subarray(50)].map((one) => frame(one)),
    'http://h/b',
  );
  expect(found).toEqual({ unreadable: 0, bodies: ['a page'] });
});

it('records of several megabytes are read, in blocks of all types', async () => {
  const random = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 251)).toString('latin1');
  const body = `${'x'.repeat(3_000_000)}${random}`;
  const found = await read([frame(record('http://h/', body)), frame(record('http://h/b'))], 'http://h/', 'http://h/b');
  expect(found.unreadable).toBe(0);
  expect(found.bodies[0] === body).toBe(true);
  expect(found.bodies[1]).toBe('a page');
});

it('a file that is one frame is read, unless its records are too far from the start', async () => {
  const two = Buffer.concat([record('http://h/'), record('http://h/b')]);
  expect((await read([frame(two)], 'http://h/b')).bodies).toEqual(['a page']);
  const far = Buffer.concat([record('http://h/', 'x'.repeat(1 << 25)), record('http://h/b')]);
  await expect(read([frame(far)])).rejects.toThrow(/is packed as a whole .*; unpack it first: unzstd /);
});

const good = frame(record('http://h/good'));
const bad = frame(record('http://h/bad', 'abc'.repeat(100)));
const damaged = Buffer.from(bad);
damaged[damaged.length - 2] = (damaged.at(-2) ?? 0) ^ 1;

it.each([
  ['a frame that is cut off', bad.subarray(0, -10)],
  ['a frame with a wrong checksum', damaged],
  ['a frame with a block of a type that does not exist', Buffer.from('28b52ffd2006ffffff', 'hex')],
  ['a frame that needs a dictionary', frame(record('http://h/bad'), { dictionary })],
  ['bytes between frames', Buffer.alloc(300_000, 'x')],
  ['a bomb', zstdCompressSync(Buffer.alloc(50_000_000))],
])('%s does not keep the next record from being read', async (_, bytes) => {
  const found = await read([frame(record('http://h/')), bytes, good], 'http://h/', 'http://h/good');
  expect(found.bodies).toEqual(['a page', 'a page']);
  expect(found.unreadable).toBeGreaterThan(0);
});

/** Frames within one another, none of which ends before the bytes after them. */
function nested(count: number): Buffer {
  const heads = Array.from({ length: count }, (_, at) => {
    const head = Buffer.from('28b52ffd0000000000', 'hex');
    head.writeUIntLE(((count - 1 - at) * head.length) << 3, 6, 3);
    return head;
  });
  return Buffer.concat([...heads, Buffer.alloc(400_000)]);
}

it.each([
  [10, 'a page'],
  [450, 'not-archived'],
])('after %i damaged frames that overlap in 400 KB, a record is: %s', async (count, body) => {
  const found = await read([frame(record('http://h/')), nested(count), good], 'http://h/', 'http://h/good');
  expect(found.bodies).toEqual(['a page', body]);
});

it('a frame to skip that is longer than the file ends it', async () => {
  const found = await read([frame(record('http://h/')), skipped(EXTENSION, good, 2 ** 32 - 1)], 'http://h/');
  expect(found.bodies).toEqual(['a page']);
});

const tooLarge = Buffer.concat([Buffer.alloc(1 << 24), dictionary]);

it.each([
  ['that is damaged', skipped(DICTIONARY, frame(dictionary).subarray(0, 20))],
  ['that unpacks to more than readers need to hold', skipped(DICTIONARY, frame(tooLarge))],
])('of a file with a dictionary %s, only frames without one are read', async (_, start) => {
  const bytes = frame(record('http://h/'), { dictionary: tooLarge });
  const found = await read([start, bytes, good], 'http://h/', 'http://h/good');
  expect(found).toEqual({ unreadable: 1, bodies: ['not-archived', 'a page'] });
});

it('a dictionary that is longer than the file leaves no page', async () => {
  await expect(read([skipped(DICTIONARY, dictionary, 2 ** 32 - 1), good])).rejects.toThrow(/no page of a website/);
});

it('any bytes are read or refused with an error of archives', async () => {
  const whole = readFileSync(join(FIXTURES, 'wget.warc.zst'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 5 }), async (changes) => {
      const bytes = Buffer.from(whole);
      for (const [at, byte] of changes) bytes[at] = byte;
      const found = await read([bytes], 'http://archive.test/docs/a.html').catch((error: unknown) => error);
      if (found instanceof Error) expect(found.name).toBe('WarcError');
    }),
    { numRuns: 100 },
  );
});
