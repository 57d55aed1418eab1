/** The store against the model at length, and against its contract while every third or seventh answer to a COMMIT is lost. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { Frontier } from '../../../db/index.ts';
import { openPostgresFrontier } from '../../../db/postgres/open.ts';
import { describeFrontier } from '../conformance.ts';
import { describeLedger } from '../ledger-conformance.ts';
import { describeAsModel } from '../model-conformance.ts';
import { type CuttingProxy, cuttingProxy } from './cutting-proxy.ts';
import { startServer, type TestServer } from './server.ts';

let server: TestServer;
const proxies: CuttingProxy[] = [];
beforeAll(async () => {
  server = await startServer();
  for (const every of [3, 7]) proxies.push(await cuttingProxy(Number(new URL(server.url).port), every, 'after'));
});
afterAll(async () => {
  for (const proxy of proxies) await proxy.close();
  await server.close();
});
let crawls = 0;

async function open(port: number | null, changesAtOnce?: number): Promise<Frontier> {
  const url = new URL(`${server.url}?crawl=m${crawls++}`);
  if (port !== null) url.port = String(port);
  return openPostgresFrontier(url.href, {}, changesAtOnce);
}

describeAsModel('PostgresFrontier', async () => open(null), 200);
const openWithParts = async (): Promise<Frontier> => open(null, 1);
describeAsModel('PostgresFrontier that rekeys in parts', openWithParts, 200);
describeLedger('PostgresFrontier that rekeys in parts', openWithParts);
const cut = async (proxy: number, changesAtOnce?: number): Promise<Frontier> =>
  open(proxies[proxy]?.port ?? null, changesAtOnce);
describe.each([0, 1])('answers that are lost, %i', (proxy) => {
  describeAsModel('PostgresFrontier', async () => cut(proxy), 8);
  describeAsModel('PostgresFrontier that rekeys in parts', async () => cut(proxy, 1), 8);
});
// Every call that writes, also those that the model does not have.
describe('answers that are lost', () => {
  for (const describeStore of [describeFrontier, describeLedger]) describeStore('PostgresFrontier', async () => cut(0));
});
