import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isArchive, refuseOtherArchives } from '../../../crawler/warc/warc-scan.ts';

it.each([
  ['WARC/1.1\r\n', true],
  ['\r\nWARC/1.1\r\n', true],
  [gzipSync('WARC/1.1\r\n'), true],
  [zstdCompressSync('WARC/1.1\r\n'), true],
  ['PK\x03\x04', true],
  ['filedesc://a.arc', true],
  ['xWARC/1.1\r\n', false],
  ['xPK\x03\x04', false],
  ['SQLite format 3\0', false],
  ['', false],
])('by its first bytes, a file that begins with %j is a web archive: %s', (start, is) => {
  expect(isArchive(Buffer.from(start))).toBe(is);
});

it('the command that takes WARC files out of a zip file names it as one word of a shell', () => {
  expect(() => refuseOtherArchives("it's $HOME.wacz", Buffer.from('PK\x03\x04'))).toThrow(
    String.raw`take the WARC files out of it first: unzip 'it'\''s $HOME.wacz' 'archive/*'`,
  );
});
