import { stderr } from 'node:process';
import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { LineWriter, logLine } from '../../../src/cli/io/output.ts';

const LONG = 'x'.repeat(1 << 16);

it('waits for a slow reader, and not for one that has caught up before', async () => {
  const stream = new PassThrough({ highWaterMark: 1 });
  const writer = new LineWriter(stream);
  writer.line(LONG);
  const flushed = writer.flush();
  const turn = new Promise((resolve) => void setImmediate(() => resolve('not yet')));
  expect(await Promise.race([flushed, turn])).toBe('not yet');
  stream.resume();
  await flushed;

  writer.line(LONG);
  // The reader takes all of it before anyone waits.
  while (stream.writableNeedDrain) await new Promise(setImmediate);
  await writer.flush();
});

it('ends a line that begins with a URL with a user name', () => {
  const write = vi.spyOn(stderr, 'write').mockReturnValue(true);
  logLine('http://ann:secret@h/ is wrong');
  expect(write.mock.calls).toEqual([['http://@h/ is wrong\n']]);
});
