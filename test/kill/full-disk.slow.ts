import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startServer, type TestServer } from '../db/postgres/server.ts';
import { startCrawler } from './crawler.ts';
import { seededRandom } from './random.ts';
import { startKillSite } from './site.ts';
import { readCrawl } from './truth.ts';

const CONCURRENCY = 8;
const FLAGS = [
  '--concurrency',
  String(CONCURRENCY),
  '--delay',
  '0',
  '--per-host',
  String(CONCURRENCY),
  '--retries',
  '2',
];
const SIZE = 90 * 2 ** 20;

const disk = mkdtempSync(join(tmpdir(), 'dustpan-disk-'));
const mount = (options: string): void => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'pipe' });
};

const unmount = (): Buffer => execFileSync('umount', [disk], { stdio: 'pipe' });

/** Why there can be no disk of the test's own; null if there can. */
function problem(): string | null {
  try {
    mount(`size=${SIZE}`);
    unmount();
    return null;
  } catch (error) {
    return String(error).split('\n')[0] ?? '';
  }
}
const why = problem();

async function beginLogFile({ url }: TestServer): Promise<void> {
  const client = new pg.Client(url);
  // The server may end before it answers.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SELECT pg_switch_wal()').catch(() => undefined);
  await client.end();
}

test.skipIf(why !== null).each(['tables', 'log'])(
  `the disk of the server becomes full, for its %s: the crawl ends with one line, and goes on when there is space${why === null ? '' : ` (NOT RUN: ${why})`}`,
  async (what) => {
    const site = await startKillSite(seededRandom(7));
    const folder = mkdtempSync(join(tmpdir(), 'dustpan-full-'));
    const file = join(folder, 'undisturbed.dustpan');
    expect(await startCrawler([site.seed, '--db', file, ...FLAGS], null).ended).toMatchObject({ code: 0 });
    const total = (): number => [...site.requests.values()].reduce((sum, one) => sum + one, 0);
    const requests = total();
    site.reset();

    mount(`size=${SIZE}`);
    const server = await startServer(['max_wal_size=32MB', 'min_wal_size=32MB'], { data: join(disk, 'data') });
    try {
      const crawl = async (): ReturnType<typeof startCrawler>['ended'] =>
        startCrawler([site.seed, '--db', server.url, '--db-wait', '2s', ...FLAGS], null).ended;
      const first = crawl();
      await site.after(requests / 4);
      expect(() => writeFileSync(join(disk, 'ballast'), Buffer.alloc(SIZE))).toThrow('ENOSPC');
      if (what === 'log') await beginLogFile(server);
      const { code, stderr } = await first;
      expect(code).toBe(2);
      // Where the log has no space, a table may be the first to miss it.
      expect(stderr).toMatch(
        what === 'log'
          ? / does not answer: start the server, or check host and port, then run again\n| has no space left: /
          : / has no space left: free some disk space on the server, then run again\. /,
      );
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(total()).toBeLessThan(requests);
      mount(`remount,size=${2 * SIZE}`);
      // Without space for its log, the server ends.
      if (what === 'log') {
        await server.stop('SIGQUIT');
        await server.start();
      }
      expect(await crawl()).toMatchObject({ code: 0 });
      expect(await readCrawl(server.url)).toEqual(await readCrawl(file));
      expect(total()).toBeLessThanOrEqual(requests + 2 * CONCURRENCY);
    } finally {
      await Promise.all([server.close(), site.close()]);
      unmount();
      rmSync(folder, { recursive: true });
    }
  },
);
