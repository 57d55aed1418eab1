import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNginx, serveFolder } from '../serve-folder.ts';
import { resolves } from './installed.ts';
import { median } from './measure.ts';

const SITES: readonly (readonly [name: string, folder: string])[] = [
  ['PostgreSQL docs', '/usr/share/doc/postgresql-doc-15/html'],
  ['Python docs', '/usr/share/doc/python3.11/html'],
];
const LARGE = '/usr/share/doc/rust-doc/html';
const FULL = 'with --durability full';
const ROUNDS = 3;
const main = join(import.meta.dirname, '../../dist/src/cli/launch.js');
const rivals = join(import.meta.dirname, 'rivals');

/**
 * Whole crawls of Debian's documentation packages behind nginx, from start to end of the process, beside the minimal
 * program, and beside Scrapy, Crawlee and `wget -r` where they are installed. Then one of 21,635 pages, also for its file
 * and memory.
 */
export async function benchCrawl(print: (line: string) => void): Promise<void> {
  if (!hasNginx()) return print('skipped: needs nginx, and the Debian packages postgresql-doc-15 and python3.11-doc');
  if (!existsSync(main)) return print('skipped: needs `npm run build`');
  for (const [name, folder] of SITES) {
    if (existsSync(folder)) await benchSite(name, folder, print);
    else print(`skipped: the ${name} are not installed`);
  }
  if (existsSync(LARGE)) await benchLarge(print);
  else print('skipped: rust-doc is not installed');
}

async function benchSite(name: string, folder: string, print: (line: string) => void): Promise<void> {
  const server = await serveFolder(folder);
  const home = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const seed = `${server.origin}/index.html`;
    const others = installed(seed, home);
    const times = new Map<string, number[]>();
    let pages = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const own = crawl(seed, join(home, 'crawl.dustpan'));
      pages = own.pages;
      note(times, 'dustpan', own.wall);
      note(times, FULL, crawl(seed, join(home, 'durable.dustpan'), '--durability', 'full').wall);
      for (const [rival, command] of others) note(times, rival, seconds(command, home));
    }
    const own = median(times.get('dustpan') ?? []);
    const full = median(times.get(FULL) ?? []);
    print(`${name}, ${pages} pages: dustpan ${Math.round(pages / own)} pages/s`);
    print(`  ${FULL} ${Math.round(pages / full)} pages/s: ${(own / full).toFixed(2)}× the speed`);
    for (const [rival] of others) {
      const other = median(times.get(rival) ?? []);
      print(`  ${rival} ${Math.round(pages / other)} pages/s: dustpan has ${(other / own).toFixed(1)}× its speed`);
    }
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

type Command = readonly [program: string, ...args: readonly string[]];

/** The rivals that are here, and how to start them. The first one shows the limit: it does only what a crawl must do. */
function installed(seed: string, home: string): readonly (readonly [name: string, command: Command])[] {
  const minimal = join(import.meta.dirname, 'programs/minimal-crawl.js');
  const found: (readonly [string, Command])[] = [
    ['minimal program', [process.execPath, minimal, seed, join(home, 'minimal.db')]],
  ];
  if (runs(['wget', '--version'])) {
    found.push(['wget -r', ['wget', '-q', '-r', '-l', 'inf', '-A', 'html', '-P', join(home, 'wget'), seed]]);
  }
  const python = ['/usr/bin/python3', 'python3'].find((name) => runs([name, '-c', 'import scrapy']));
  if (python !== undefined) found.push(['Scrapy', [python, join(rivals, 'scrapy_crawl.py'), seed]]);
  // For a figure: npm install --no-save @crawlee/cheerio
  const crawlee = join(rivals, 'crawlee-crawl.js');
  if (resolves('@crawlee/cheerio')) found.push(['Crawlee', [process.execPath, crawlee, seed]]);
  return found;
}

function runs([program, ...args]: Command): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function seconds([program, ...args]: Command, home: string): number {
  const started = performance.now();
  spawnSync(program, args, { stdio: 'ignore', cwd: home });
  const wall = (performance.now() - started) / 1000;
  for (const made of ['wget', 'minimal.db']) rmSync(join(home, made), { recursive: true, force: true });
  return wall;
}

function note(times: Map<string, number[]>, name: string, wall: number): void {
  times.set(name, [...(times.get(name) ?? []), wall]);
}

interface Run {
  readonly pages: number;
  /** Seconds of the whole process. */
  readonly wall: number;
}

function crawl(seed: string, database: string, ...options: readonly string[]): Run {
  const started = performance.now();
  const args = [main, 'crawl', seed, '--db', database, '--fresh', '--json', ...options];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  const wall = (performance.now() - started) / 1000;
  const summary: unknown = JSON.parse(stdout);
  if (typeof summary !== 'object' || summary === null || !('pages' in summary)) throw new Error('no summary came');
  return { pages: Number(summary.pages), wall };
}

/** A crawl of many pages: its time beside others, once each, its file, and its memory. */
async function benchLarge(print: (line: string) => void): Promise<void> {
  const server = await serveFolder(LARGE);
  const home = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const seed = `${server.origin}/index.html`;
    const database = join(home, 'x.dustpan');
    // The first crawl is not timed: the server reads the pages from the disk.
    const probe = join(import.meta.dirname, 'programs/memory-probe.js');
    const args = ['--import', probe, main, 'crawl', seed, '--db', database, '--fresh', '--quiet'];
    const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    const { pages, wall } = crawl(seed, database);
    print(`rust-doc, ${pages} pages: ${Math.round(pages / wall)} pages/s`);
    print(`  memory: ${stderr.trim()}`);
    print(`  file: ${(statSync(database).size / 1000 / pages).toFixed(2)} KB a page`);
    for (const [rival, command] of installed(seed, home)) {
      const other = seconds(command, home);
      print(`  ${rival} ${Math.round(pages / other)} pages/s: dustpan has ${(other / wall).toFixed(1)}× its speed`);
    }
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
