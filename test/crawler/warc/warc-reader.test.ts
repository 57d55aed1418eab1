/** Covers: crawler/warc/{warc-reader,warc-bytes}.ts */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Capture } from '../../../crawler/archive/capture.ts';
import { readWarcFile } from '../../../crawler/warc/warc-bytes.ts';
import { WarcReader } from '../../../crawler/warc/warc-reader.ts';
import { temporaryFolder } from '../../cli/dustpan.ts';

const WGET = gunzipSync(readFileSync(join(import.meta.dirname, '../../fixtures/archives/wget.warc.gz')));

/** Reads a file in pieces of a size, of which each reuses the buffer of the last. */
function read(
  file: string | Buffer,
  size = 1 << 20,
): { readonly captures: readonly Capture[]; readonly reader: WarcReader } {
  const bytes = Buffer.from(file);
  const captures: Capture[] = [];
  const reader = new WarcReader((capture) => captures.push(capture));
  const shared = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(shared, 0, at, at + size);
    reader.push(shared.subarray(0, length));
  }
  reader.finish();
  return { captures, reader };
}

interface Parts {
  readonly type?: string;
  readonly headers?: string;
  readonly block?: string;
  readonly length?: number | string;
}

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>A page.';

function record({ type = 'response', headers = '', block = ANSWER, length = block.length }: Parts = {}): string {
  const about = `WARC-Target-URI: http://example.com/${type}\r\nWARC-Date: 2024-01-31T01:02:03Z\r\n`;
  return `WARC/1.1\r\nWARC-Type: ${type}\r\n${about}${headers}Content-Length: ${length}\r\n\r\n${block}\r\n\r\n`;
}

describe('what wget writes', () => {
  const index = readFileSync(join(import.meta.dirname, '../../fixtures/archives/wget.cdx'), 'latin1');

  it.each([1, 7, 1000, 1 << 20])('has the captures of its index, read by %d bytes', (size) => {
    const { captures, reader } = read(WGET, size);
    const lines = index
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(' '));
    expect(captures.map(({ url, status, digest }) => [url, String(status), digest])).toEqual(
      lines.map(([, , url, , status, digest]) => [url, status, digest]),
    );
    expect(captures[3]?.location).toBe('http://archive.test/docs/c/');
    expect(reader.unreadable).toBe(0);
  });
});

describe('a record', () => {
  it('without a digest gets that of its payload', () => {
    const stated = read(WGET).captures.map(({ digest }) => digest);
    const bare = WGET.toString('latin1').replaceAll(/WARC-Payload-Digest: [^\r]*\r\n/g, '');
    for (const size of [1, 50, 1 << 20]) {
      expect(read(Buffer.from(bare, 'latin1'), size).captures.map(({ digest }) => digest)).toEqual(stated);
    }
  });

  it.each([
    ['was cut', { headers: 'WARC-Truncated: length\r\n' }],
    ['is the first of several', { headers: 'WARC-Segment-Number: 1\r\n' }],
    ['comes in chunks', { block: ANSWER.replace('text/html', 'text/html\r\nTransfer-Encoding: chunked') }],
  ])('that %s has no digest', (_, parts) => {
    expect(read(record(parts)).captures).toMatchObject([{ status: 200, digest: '' }]);
  });

  it('of a revisit has the status of its answer, or none', () => {
    // It is cut because it leaves out its payload.
    const headers = 'WARC-Payload-Digest:\r\n sha1:ABC\r\nWARC-Truncated: length\r\n';
    const files = ['HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n', ''].map((block) =>
      record({ type: 'revisit', headers, block }),
    );
    expect(read(files.join('')).captures).toMatchObject([
      { status: 301, location: '/b', digest: 'ABC', time: Date.UTC(2024, 0, 31, 1, 2, 3) / 1000 },
      { status: 0, digest: 'ABC' },
    ]);
  });

  it('of another type is no capture', () => {
    expect(read(['request', 'metadata', 'resource'].map((type) => record({ type })).join('')).captures).toEqual([]);
  });
});

describe('a file with mistakes', () => {
  const good = record({ headers: 'WARC-Payload-Digest: sha1:ABC\r\n' });

  it.each([
    ['a length that is too small', record({ length: 20 }), 2],
    ['no length', record({ length: 'x' }), 1],
    ['a header without an end', `WARC/1.0\r\nWARC-Type: ${'a'.repeat(200_000)}\r\n`, 1],
    ['noise', '\0'.repeat(200_000), 1],
  ])('with %s goes on with the next record', (_, bad, captures) => {
    for (const size of [100, 1 << 20]) {
      const result = read(`${bad}\r\n${good}`, size);
      expect(result.captures.at(-1)).toMatchObject({ digest: 'ABC' });
      expect(result.captures).toHaveLength(captures);
      expect(result.reader.unreadable).toBe(1);
    }
  });

  it('that ends early lacks only its last record', () => {
    const { captures, reader } = read(`${good}${good.slice(0, -20)}`);
    expect([captures.length, reader.unreadable]).toEqual([1, 1]);
  });

  it('with a header of an answer that never ends has no digest', () => {
    expect(read(record({ block: 'HTTP/1.1 200 OK\r\n'.padEnd(300_000, 'a') }), 1000).captures).toMatchObject([
      { status: 200, digest: '' },
    ]);
  });
});

describe('a file packed by record', () => {
  const packed = (text: string): Buffer => gzipSync(text);
  const of = (type: string, length?: number): string =>
    record({ headers: `X: ${type}\r\n`, ...(length && { length }) });

  async function readFile(...parts: readonly Buffer[]): Promise<readonly [captures: number, unreadable: number]> {
    const path = join(temporaryFolder(), 'a.warc.gz');
    writeFileSync(path, Buffer.concat(parts));
    let captures = 0;
    const reader = new WarcReader(() => captures++);
    await readWarcFile(path, reader);
    reader.finish();
    return [captures, reader.unreadable];
  }

  it.each([
    ['noise between its members', Buffer.from('no gzip')],
    ['a damaged member', packed(of('a')).fill(0xff, 30, 60)],
    ['a member that is cut off', packed(of('a')).subarray(0, 100)],
    ['a length beyond its member', packed(of('a', 1e14))],
    ['a header that does not end', packed(`WARC/1.1\r\nX: ${'a'.repeat(1e6)}`)],
  ])('goes on behind %s', async (_, bad) => {
    expect(await readFile(packed(of('b')), bad, packed(of('c')))).toEqual([2, 1]);
  });

  it('may be packed as a whole', async () => {
    expect(await readFile(packed(of('a') + of('b')))).toEqual([2, 0]);
  });
});
