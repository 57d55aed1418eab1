import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openStream } from '../../src/lists/source.ts';

test('an empty line is there before the next one is sent', async () => {
  const stream = new PassThrough();
  stream.write('\n');
  const { value } = await openStream('a', stream).stretches[Symbol.asyncIterator]().next();
  expect(String(value)).toBe('\n');
});

test('gzipped bytes are unpacked, even if they arrive one by one', async () => {
  const stream = new PassThrough({ highWaterMark: 1 });
  const parts = Array.fromAsync(openStream('a', stream).stretches);
  for (const byte of gzipSync('text')) stream.write(Buffer.of(byte));
  stream.end();
  expect(Buffer.concat(await parts).toString()).toBe('text');
});
