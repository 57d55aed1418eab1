/** How long programs that share a crawl wait while another one gives 100,000 entries new keys. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { openFrontier } from '../../db/index.ts';
import { addUrls, rekeyTimes } from './rekey.ts';

const OTHERS = 3;
const LOAD = join(import.meta.dirname, 'programs/store-load.ts');

/** @param store the address of a crawl that does not exist yet */
export async function benchSharedRekey(store: string, print: (line: string) => void): Promise<void> {
  const frontier = await openFrontier(store, { join: true });
  await addUrls(frontier);
  const others = Array.from({ length: OTHERS }, (_, n) =>
    spawn(process.execPath, [LOAD, store, 'Infinity', `run ${n}`], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const said = Promise.all(others.map(async ({ stdout }) => text(stdout)));
  try {
    while ((await frontier.programs()).filter(({ pages }) => pages > 100).length < OTHERS) await pause(100);
    const times = await rekeyTimes(frontier);
    await pause(2000);
    for (const other of others) other.kill('SIGTERM');
    const waits = (await said).map((one): number => JSON.parse(one).longest);
    const each = Object.entries(times).map(([name, ms]) => `${name} ${Math.round(ms)} ms`);
    print(
      `rekey of 100,000 entries while ${OTHERS} others crawl: ${each.join(', ')}; the longest call of the others took ${Math.round(Math.max(...waits))} ms`,
    );
  } finally {
    for (const other of others) other.kill('SIGKILL');
    await frontier.close();
  }
}
