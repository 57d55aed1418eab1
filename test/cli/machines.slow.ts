/** Programs on several machines crawl one site. Each has a host name of its own, as on a machine of its own. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { links, redirect, site } from '../crawler/web.ts';
import { startServer, type TestServer } from '../db/postgres/server.ts';
import { readCrawl } from '../kill/truth.ts';
import { dustpan, startOn, temporaryFolder } from './dustpan.ts';

const MACHINES = ['north', 'east', 'west'];
const DELAY = 100;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

/** Why this machine cannot give a program a host name of its own; null if it can. */
function problem(): string | null {
  const { status, stderr, error } = spawnSync('unshare', ['--uts', 'hostname', 'another'], { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}
const why = problem();

test.skipIf(why !== null)(
  `three programs with different host names: no page is fetched twice, the delay holds for all together, and the result is that of one program with a file${why === null ? '' : ` (NOT RUN: ${why})`}`,
  async () => {
    const times: number[] = [];
    const web = await site((target) => {
      times.push(performance.now());
      const [, number] = /^\/p\/(\d+)$/.exec(target) ?? [];
      if (target === '/robots.txt') return 'User-agent: *\n';
      if (target.startsWith('/old/')) return redirect(301, target.replace('old', 'p'));
      const first = Number(number ?? -1) * 3 + 3;
      const next = [0, 1, 2].map((n) => first + n).filter((page) => page < 40);
      return links('/', ...next.flatMap((page) => [`/p/${page}`, `/p/${page}#top`, `/old/${page}`]));
    });
    const file = join(temporaryFolder(), 'a.dustpan');
    const flags = ['--delay', `${DELAY}ms`, '--db'];
    expect(await dustpan(['crawl', `${web.origin}/`, ...flags, file])).toMatchObject({ code: 0 });
    const alone = web.requests.toSorted();
    times.length = 0;
    web.requests.length = 0;

    const store = `${server.url}?crawl=machines`;
    const ends = await Promise.all(
      MACHINES.map(async (machine) => startOn(machine, ['crawl', `${web.origin}/`, '--json', ...flags, store]).ended),
    );
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(web.requests.filter((target) => target !== '/robots.txt').toSorted()).toEqual(
      alone.filter((target) => target !== '/robots.txt'),
    );
    // A machine that is busy lengthens the time. Programs with a delay each would take a third of it.
    const [first = 0, last = 0] = [times.at(0), times.at(-1)];
    expect(last - first).toBeGreaterThan((alone.length - 10) * DELAY * 0.9);
    expect(await readCrawl(store)).toEqual(await readCrawl(file));
    const fetched = ends.map(({ stdout }) => Number(JSON.parse(stdout).run.fetched));
    // On a busy machine, one of them may begin when the others are done.
    expect(fetched.filter((count) => count > 0).length).toBeGreaterThan(1);
    const client = new pg.Client(server.url);
    await client.connect();
    const { rows } = await client.query('SELECT host FROM dustpan_machines.program ORDER BY host');
    await client.end();
    expect(rows).toEqual(MACHINES.toSorted().map((host) => ({ host })));
  },
);
