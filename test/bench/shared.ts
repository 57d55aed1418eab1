/**
 * How fast programs share a crawl: on PostgreSQL, in one SQLite file, and in Crawlee's own storage. No page is fetched:
 * each program leases, makes up 150 links a page, and settles. The server is the tests' own, with its defaults.
 * `DUSTPAN_BENCH_KEYS=10000000` also measures a crawl of that many keys.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startServer, type TestServer } from '../db/postgres/server.ts';
import { resolves } from './installed.ts';
import { median } from './measure.ts';
import { benchSharedGrowth } from './shared-growth.ts';
import { benchSharedRekey } from './shared-rekey.ts';
import { benchTrips } from './shared-trips.ts';

type Print = (line: string) => void;

interface Done {
  readonly pages: number;
  readonly seconds: number;
  /** Seconds of the processor. */
  readonly cpu: number;
}

const programs = join(import.meta.dirname, 'programs');
/** Enough that compiling the programs, which takes each its first seconds, does not count much. */
const PAGES = 12_000;
const COUNTS = [1, 2, 3, 4];
const ROUNDS = 3;
/** Of Linux, in /proc. */
const TICKS_A_SECOND = 100;

export async function benchShared(print: Print): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  const server = await startServer(['fsync=on', 'shared_buffers=256MB']);
  try {
    const rates = new Map<string, number[]>();
    const note = (name: string, value: number): unknown => rates.set(name, [...(rates.get(name) ?? []), value]);
    for (let round = 0; round < ROUNDS; round++) {
      for (const count of COUNTS) {
        const file = await together(join(directory, `${count}-${round}.db`), count);
        note(`${count} on SQLite`, rateOf(file));
        note(`${count} on SQLite, CPU`, cpuOf(file));
        const before = cpuOfServer(server);
        const shared = await together(`${server.url}?crawl=b${count}-${round}`, count);
        note(`${count} on PostgreSQL`, rateOf(shared));
        note(`${count} on PostgreSQL, CPU`, cpuOf(shared));
        note(`${count} on PostgreSQL, CPU of the server`, ((cpuOfServer(server) - before) * 1000) / pagesOf(shared));
      }
      if (resolves('@crawlee/core')) note('Crawlee', rateOf([await run('../rivals/crawlee-queue.js', [directory])]));
    }
    const figure = (name: string): number => median(rates.get(name) ?? []);
    for (const count of COUNTS) {
      const [own, file] = [`${count} on PostgreSQL`, `${count} on SQLite`];
      const cpu = figure(`${own}, CPU`) + figure(`${own}, CPU of the server`);
      print(
        `${count} at a time: PostgreSQL ${figure(own).toFixed(0)} pages/s, SQLite ${figure(file).toFixed(0)}: ${(figure(own) / figure(file)).toFixed(2)}×; CPU a page ${cpu.toFixed(2)} ms (${figure(`${own}, CPU of the server`).toFixed(2)} of the server), SQLite ${figure(`${file}, CPU`).toFixed(2)}: ${(cpu / figure(`${file}, CPU`)).toFixed(1)}×`,
      );
    }
    print(
      `4 on PostgreSQL have ${(figure('4 on PostgreSQL') / figure('1 on SQLite')).toFixed(2)}× the pages/s of one on SQLite`,
    );
    if (rates.has('Crawlee'))
      print(`Crawlee's request queue on disk, 1 at a time: ${figure('Crawlee').toFixed(0)} pages/s`);
    print(await sizes(server, join(directory, '1-0.db')));
    const keys = Number(process.env['DUSTPAN_BENCH_KEYS'] ?? 0);
    if (keys > 0) await benchSharedGrowth(server.url, keys, print);
    await benchTrips(`${server.url}?crawl=trips`, print);
    await benchSharedRekey(`${server.url}?crawl=rekey`, print);
  } finally {
    await server.close();
    rmSync(directory, { recursive: true });
  }
}

async function together(store: string, count: number): Promise<readonly Done[]> {
  const each = String(Math.round(PAGES / count));
  return Promise.all(Array.from({ length: count }, async (_, n) => run('store-load.ts', [store, each, `run ${n}`])));
}

async function run(program: string, args: readonly string[]): Promise<Done> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(programs, program), ...args]);
  const done: Done = JSON.parse(stdout);
  return done;
}

function pagesOf(done: readonly Done[]): number {
  return done.reduce((sum, { pages }) => sum + pages, 0);
}

function rateOf(done: readonly Done[]): number {
  return pagesOf(done) / Math.max(...done.map(({ seconds }) => seconds));
}

/** Milliseconds of the processor a page. */
function cpuOf(done: readonly Done[]): number {
  return (done.reduce((sum, { cpu }) => sum + cpu, 0) * 1000) / pagesOf(done);
}

/** Seconds of the processor that the server's processes have used, those that ended included. Linux only. */
function cpuOfServer({ pid }: TestServer): number {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const ticks = [ticksOf(pid, true), ...ids.map((id) => ticksOf(Number(id), false))].reduce((sum, one) => sum + one, 0);
  return ticks / TICKS_A_SECOND;
}

/** @param isParent whether the ended children of the process count too */
function ticksOf(pid: number, isParent: boolean): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, isParent ? 15 : 13);
    return times.reduce((sum, time) => sum + Number(time), 0);
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

async function sizes(server: TestServer, file: string): Promise<string> {
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    const size = `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
      WHERE relnamespace = '"dustpan_b1-0"'::regnamespace AND relkind = 'r'`;
    const [{ bytes }] = (await client.query(size)).rows;
    const [{ entries }] = (await client.query('SELECT count(*)::int AS entries FROM "dustpan_b1-0".entry')).rows;
    const perMillion = (all: number): string => `${Math.round(all / entries)} MB`;
    return `disk for 1,000,000 URLs with pages and links: PostgreSQL ${perMillion(bytes)}, SQLite ${perMillion(statSync(file).size)}`;
  } finally {
    await client.end();
  }
}
