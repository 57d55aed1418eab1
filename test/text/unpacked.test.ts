/** Covers: src/text/is-gzip.ts */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fileProblem } from '../../src/text/file-problem.ts';
import { unpacked } from '../../src/text/unpacked.ts';

test('a gzipped file is unpacked up to a size, and any other is left as it is', async () => {
  const text = Buffer.from('{"version":1}');
  expect(await unpacked(text, 5)).toBe(text);
  expect(await unpacked(gzipSync(text), 13)).toEqual(text);
  await expect(unpacked(gzipSync(text), 12)).rejects.toThrow('larger than 12 bytes');
  await expect(unpacked(gzipSync(text).subarray(0, 12), 100)).rejects.toThrow('unexpected end of file');
});

test.each([
  ['is too large when unpacked; choose another file', gzipSync(Buffer.alloc(2000))],
  ['is a damaged gzip file', gzipSync('text').subarray(0, 12)],
  ['is a damaged gzip file', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])],
])('a file that cannot be unpacked %s', async (problem, bytes) => {
  const error: unknown = await unpacked(bytes, 1000).catch((reason: unknown) => reason);
  expect(fileProblem(error)).toBe(problem);
});
