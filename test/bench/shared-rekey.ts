/** How long programs that share a crawl wait while another one gives 100,000 entries new keys. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { openFrontier } from '../../db/index.ts';
import { addUrls, rekeys } from './rekey.ts';

const OTHERS = 3;
/** The time for which the others crawl undisturbed, in milliseconds. */
const UNDISTURBED = 8000;
const LOAD = join(import.meta.dirname, 'programs/store-load.ts');

/** @param store the address of a crawl that does not exist yet */
export async function benchSharedRekey(store: string, print: (line: string) => void): Promise<void> {
  const frontier = await openFrontier(store, { join: true });
  await addUrls(frontier);
  const others = Array.from({ length: OTHERS }, (_, n) => {
    const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
    const program = spawn(process.execPath, [LOAD, store, 'Infinity', `run ${n}`], { stdio });
    return { program, said: createInterface(program.stdout)[Symbol.asyncIterator]() };
  });
  /** The seconds of their longest call since the last time. */
  const longestCall = async (): Promise<string> => {
    const waits = others.map(async ({ program, said }) => {
      program.kill('SIGUSR2');
      return Number((await said.next()).value);
    });
    return `${(Math.max(...(await Promise.all(waits))) / 1000).toFixed(2)} s`;
  };
  try {
    while ((await frontier.programs()).filter(({ pages }) => pages > 100).length < OTHERS) await pause(100);
    await longestCall();
    await pause(UNDISTURBED);
    const parts = [`undisturbed, their longest call takes ${await longestCall()}`];
    for await (const [name, ms] of rekeys(frontier)) {
      parts.push(`${name} in ${(ms / 1000).toFixed(1)} s, ${await longestCall()}`);
    }
    print(`rekey of 100,000 entries while ${OTHERS} others crawl: ${parts.join('; ')}`);
  } finally {
    for (const { program } of others) program.kill('SIGKILL');
    await frontier.close();
  }
}
