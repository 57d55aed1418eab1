import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNginx, serveFolder } from '../serve-folder.ts';
import { median } from './measure.ts';

const SITES: readonly (readonly [name: string, folder: string])[] = [
  ['PostgreSQL docs', '/usr/share/doc/postgresql-doc-15/html'],
  ['Python docs', '/usr/share/doc/python3.11/html'],
];
const ROUNDS = 5;
const main = join(import.meta.dirname, '../../src/cli/main.ts');

/** Whole crawls of Debian's documentation packages behind nginx, beside `wget -r`, which canonicalizes and stores no links. */
export async function benchCrawl(print: (line: string) => void): Promise<void> {
  if (!hasNginx()) return print('skipped: needs nginx, and the Debian packages postgresql-doc-15 and python3.11-doc');
  for (const [name, folder] of SITES) {
    if (existsSync(folder)) await benchSite(name, folder, print);
    else print(`skipped: the ${name} are not installed`);
  }
}

async function benchSite(name: string, folder: string, print: (line: string) => void): Promise<void> {
  const server = await serveFolder(folder);
  const home = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const seed = `${server.origin}/index.html`;
    const runs: Run[] = [];
    const wgets: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      runs.push(crawl(seed, join(home, 'crawl.dustpan')));
      const wget = mirror(seed, home);
      if (wget !== null) wgets.push(wget);
    }
    const pages = runs[0]?.pages ?? 0;
    const whole = median(runs.map(({ wall }) => wall));
    const inner = median(runs.map(({ seconds }) => seconds));
    print(`${name}: ${pages} pages, ${rate(pages, inner)}, with start and end of the process ${rate(pages, whole)}`);
    if (wgets.length === 0) print('  skipped: wget is not installed');
    else
      print(
        `  wget -r ${rate(pages, median(wgets))}: dustpan has ${(median(wgets) / whole).toFixed(2)}× its speed, whole process`,
      );
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

interface Run {
  readonly pages: number;
  /** Seconds that the crawl says it took. */
  readonly seconds: number;
  /** Seconds of the whole process. */
  readonly wall: number;
}

function crawl(seed: string, database: string): Run {
  const started = performance.now();
  const { stdout } = spawnSync(process.execPath, [main, 'crawl', seed, '--db', database, '--fresh', '--json'], {
    encoding: 'utf8',
  });
  const wall = (performance.now() - started) / 1000;
  const summary: unknown = JSON.parse(stdout);
  if (typeof summary !== 'object' || summary === null || !('pages' in summary) || !('seconds' in summary)) {
    throw new Error('the crawl gave no summary');
  }
  return { pages: Number(summary.pages), seconds: Number(summary.seconds), wall };
}

/** Seconds that wget takes; null where it is not installed. */
function mirror(seed: string, home: string): number | null {
  const folder = join(home, 'wget');
  const started = performance.now();
  const { error } = spawnSync('wget', ['-q', '-r', '-l', 'inf', '-A', 'html', '-e', 'robots=off', '-P', folder, seed]);
  const wall = (performance.now() - started) / 1000;
  rmSync(folder, { recursive: true, force: true });
  return error === undefined ? wall : null;
}

function rate(pages: number, seconds: number): string {
  return `${Math.round(pages / seconds)} pages/s`;
}
