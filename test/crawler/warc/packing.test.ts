import { mkdtempSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { expect, it } from 'vitest';
import { FileWindow } from '../../../crawler/warc/file-window.ts';
import { unpack } from '../../../crawler/warc/packing.ts';

const CHUNK = Buffer.alloc(1 << 26);

/** Makes chunks of what it reads, and at the end as many bytes as it lacks. */
function bomb(chunks: number, rest: number): Transform {
  return new Transform({
    transform: (_bytes, _encoding, done) => done(),
    flush(done) {
      for (let left = chunks; left > 0; left--) this.push(CHUNK);
      if (rest > 0) this.push(CHUNK.subarray(0, rest));
      done();
    },
  });
}

it.each([
  [0, true],
  [1, false],
])('a member of 4 GiB and %i bytes is read: %s', async (rest, isRead) => {
  const path = join(mkdtempSync(join(tmpdir(), 'dustpan-test-')), 'a');
  writeFileSync(path, 'packed');
  const file = await open(path);
  let unpacked = 0;
  const isWhole = await unpack(
    new FileWindow(file),
    [0, 6],
    bomb(64, rest),
    (bytes) => void (unpacked += bytes.length),
  );
  await file.close();
  expect(isWhole).toBe(isRead);
  expect(unpacked).toBe(2 ** 32 + rest);
});
