import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openFrontier } from '../../../db/open.ts';
import { found } from '../helpers.ts';
import { startServer } from './server.ts';

test('a program that freezes inside a transaction holds up the others only until the server ends it', async () => {
  const server = await startServer();
  const address = `${server.url}?crawl=frozen`;
  const frontier = await openFrontier(address);
  const program = join(import.meta.dirname, '../programs/freeze.ts');
  const child = spawn(process.execPath, [program, address], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const printed = text(child.stdout);
    const state = (): string => readFileSync(`/proc/${child.pid}/stat`, 'latin1').replace(/.*\) (.).*/s, '$1');
    await expect.poll(state, { interval: 20 }).toBe('T');
    expect(await frontier.add([found('http://a/1')])).toEqual({ added: 1, duplicates: 0 });
    child.kill('SIGCONT');
    await once(child, 'exit');
    expect(await printed).toBe('2 attempts\n');
    expect(await frontier.getMeta('frozen')).toBe('x');
  } finally {
    child.kill('SIGKILL');
    await frontier.close();
    await server.close();
  }
});
