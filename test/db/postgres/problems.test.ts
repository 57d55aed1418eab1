import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openFrontier } from '../../../db/open.ts';
import { Conflict, toStoreError } from '../../../db/postgres/problems.ts';

/** Refuses each connection like a pooler. Returns its port. */
async function refusing(message: string): Promise<number> {
  const text = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.from('E....');
  head.writeUInt32BE(text.length + 4, 1);
  const server = createServer((socket: Socket) => socket.once('data', () => socket.end(Buffer.concat([head, text]))));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('what a pooler says when it refuses a connection is told at once', async () => {
  const port = await refusing('unsupported startup parameter: options');
  const address = `postgres://ann:pw@127.0.0.1:${port}/d?sslmode=disable`;
  await expect(openFrontier(address)).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('ends the connection (unsupported startup parameter: options): correct the'),
  });
});

test('what is in the way of every attempt is told, and what to do', () => {
  expect(toStoreError(new Conflict('0 rows instead of 1'), 'the crawl')).toMatchObject({
    code: 'locked',
    message: expect.stringMatching(
      /^the crawl is changed by others .* \(0 rows instead of 1\): run again, or run fewer/,
    ),
  });
});
