import { once } from 'node:events';
import { existsSync, readFile } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OutputFiles } from '../../../src/cli/io/output-files.ts';
import { temporaryFolder } from '../dustpan.ts';

test('a signal that comes while the last step of the work keeps the thread busy ends it without a file', async () => {
  const controller = new AbortController();
  // It tells of the signal as the process is told of Ctrl-C: by an event of the loop.
  const server = createServer((socket) => void socket.once('data', () => controller.abort()));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = connect(address.port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  await once(client, 'connect');
  await new Promise(setImmediate);
  const path = join(temporaryFolder(), 'out');
  const outputs = new OutputFiles();
  await outputs.file(path);
  const work = (): Promise<void> =>
    new Promise((resolve) => {
      readFile(import.meta.filename, () => {
        client.write('stop');
        resolve();
      });
    });
  await expect(outputs.complete(work, controller.signal)).rejects.toThrow('aborted');
  expect(existsSync(path)).toBe(false);
});
