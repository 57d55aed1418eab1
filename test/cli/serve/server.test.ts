/** Covers: src/cli/serve/{problem-page,server}.ts, src/cli/render/printable.ts */
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreError } from '../../../db/index.ts';
import type { RenderedPage } from '../../../src/cli/serve/render.ts';
import { reportServer, type ServerOptions } from '../../../src/cli/serve/server.ts';

test('a crawl on a server that is away: the reason is told as it is', async () => {
  const problem = 'postgres://h/d?crawl=a does not answer: start the server <at once>';
  const fail = async (): Promise<never> => {
    throw new StoreError('unreachable', problem);
  };
  const get = await served({
    report: { page: fail, revision: fail, seconds: () => 0, createdAt: () => null },
    progress: async () => ({ problem, isWriting: false, states: {}, pages: 0, queued: 0, failed: 0, rate: null }),
  });
  expect(await (await get('/health')).text()).toBe(`${problem}\n`);
  expect(await (await get('/')).text()).toContain(
    'postgres://h/d?crawl=a does not answer: start the server &lt;at once&gt;',
  );
});

test('a report that takes long: how long so far, until it is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const report = Promise.withResolvers<RenderedPage>();
  const asked = Promise.withResolvers<void>();
  const states = { done: 1200, failed: 3 };
  const get = await served({
    report: {
      page: () => {
        asked.resolve();
        return report.promise;
      },
      revision: async () => 'a',
      seconds: () => 17,
      createdAt: () => null,
    },
    progress: async () => ({ problem: null, isWriting: false, states, pages: 0, queued: 0, failed: 0, rate: null }),
  });
  const answer = get('/');
  await asked.promise;
  vi.advanceTimersByTime(1000);
  const { status, headers } = await answer;
  expect(await (await answer).text()).toContain('It covers 1,203 URLs and has taken 17 s so far.');
  expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 202, retryAfter: '2' });
  report.resolve({ revision: 'a', createdAt: '', parts: [Buffer.from('the report')] });
  expect(await (await get('/')).text()).toBe('the report');
});

/** Serves until the test has ended. Returns what gets a path. */
async function served(options: ServerOptions): Promise<(path: string) => Promise<Response>> {
  const server = await reportServer(options);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return (path) => fetch(`http://127.0.0.1:${address.port}${path}`);
}
