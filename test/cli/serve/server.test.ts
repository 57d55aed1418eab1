/** Covers: src/cli/serve/{problem-page,server}.ts, src/cli/render/printable.ts */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { StoreError } from '../../../db/index.ts';
import { reportServer } from '../../../src/cli/serve/server.ts';

test('a crawl on a server that is away: the reason is told as it is', async () => {
  const problem = 'postgres://h/d?crawl=a does not answer: start the server <at once>';
  const fail = async (): Promise<never> => {
    throw new StoreError('unreachable', problem);
  };
  const server = await reportServer({
    report: { page: fail, revision: fail, createdAt: () => null },
    progress: async () => ({ problem, isWriting: false, states: {}, pages: 0, queued: 0, failed: 0, rate: null }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const get = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${address.port}${path}`)).text();
  expect(await get('/health')).toBe(`${problem}\n`);
  expect(await get('/')).toContain('postgres://h/d?crawl=a does not answer: start the server &lt;at once&gt;');
  server.close();
});
