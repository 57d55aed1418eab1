import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { Fetcher } from '../../crawler/fetch/fetcher.ts';
import { hasNginx, serveFolder } from '../serve-folder.ts';
import { median } from './measure.ts';

const SIZES = [4096, 65_536];
const ROUNDS = 7;
const FETCHES = 5000;
const AT_A_TIME = 8;

/** The CPU time of a fetch, beside undici's dispatch that only collects the body, in one warm process. */
export async function benchHttp(print: (line: string) => void): Promise<void> {
  if (!hasNginx()) return print('skipped: needs nginx');
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  // nginx may run as another user.
  chmodSync(folder, 0o755);
  for (const size of SIZES) writeFileSync(join(folder, `${size}.html`), 'x'.repeat(size));
  const server = await serveFolder(folder);
  try {
    for (const size of SIZES) await benchSize(server.origin, size, print);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function benchSize(origin: string, size: number, print: (line: string) => void): Promise<void> {
  const path = `/${size}.html`;
  const agent = new Agent({ pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const fetcher = new Fetcher({ userAgent: 'bench', seeds: [origin + path] });
  const first = await fetcher.fetch(origin + path);
  if (first.kind === 'failure' || first.body?.length !== size) throw new Error(`${path} is not served`);
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await microseconds(() => dispatched(agent, origin, path)));
    own.push(await microseconds(() => fetcher.fetch(origin + path)));
  }
  await Promise.all([agent.close(), fetcher.close()]);
  const [ours, theirs] = [median(own), median(bare)];
  print(`${size} bytes: fetch ${ours.toFixed(0)} µs, ${(ours / theirs).toFixed(2)}× undici's dispatch`);
}

/** CPU time of one fetch among many. */
async function microseconds(fetchOnce: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  let left = FETCHES;
  const work = async (): Promise<void> => {
    while (left-- > 0) await fetchOnce();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const { user, system } = process.cpuUsage(start);
  return (user + system) / FETCHES;
}

function dispatched(agent: Agent, origin: string, path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    agent.dispatch(
      { origin, path, method: 'GET', headers: ['user-agent', 'bench'] },
      {
        onRequestStart: () => {},
        onResponseStart: () => {},
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => resolve(Buffer.concat(chunks)),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}
