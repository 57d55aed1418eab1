import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpacked } from '../../src/text/unpacked.ts';

test('a gzipped file is unpacked up to a size, and any other is left as it is', () => {
  const text = Buffer.from('{"version":1}');
  expect(unpacked(text, 5)).toBe(text);
  expect(unpacked(gzipSync(text), 13)).toEqual(text);
  expect(() => unpacked(gzipSync(text), 12)).toThrow('larger than 12 bytes');
  expect(() => unpacked(gzipSync(text).subarray(0, 12), 100)).toThrow('unexpected end of file');
});
