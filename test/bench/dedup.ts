import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDistinctLinks, writeLinks, writeSpellings } from './dedup-list.ts';
import { resolves } from './installed.ts';
import { median, tableLine } from './measure.ts';

const ROUNDS = 5;
const ROOT = join(import.meta.dirname, '../..');
/** As users run it: built. */
const DUSTPAN = join(ROOT, 'dist/src/cli/launch.js');
/** GNU time, which knows the CPU time of a process and its memory at the peak. */
const TIME = '/usr/bin/time';
const MINIMAL = join(import.meta.dirname, 'programs/minimal-dedup.js');
const DUCKDB = join(import.meta.dirname, 'rivals/duckdb-distinct.js');
const SORT = 'LC_ALL=C sort -u';
/** Rivals that take minutes for millions of distinct links. */
const SLOW: ReadonlySet<string> = new Set(['urldedupe', 'uro']);

interface Rival {
  readonly name: string;
  readonly command: (file: string) => readonly string[];
}

const RIVALS: readonly Rival[] = [
  { name: 'dustpan dedup', command: (file) => [process.execPath, DUSTPAN, 'dedup', file] },
  { name: 'minimal program', command: (file) => [process.execPath, MINIMAL, file] },
  { name: SORT, command: (file) => ['sort', '-u', file] },
  // For a figure: npm install --no-save @duckdb/node-api
  { name: 'DuckDB, SELECT DISTINCT', command: (file) => [process.execPath, DUCKDB, file] },
  { name: "mawk '!s[$0]++'", command: (file) => ['mawk', '!s[$0]++', file] },
  { name: 'urldedupe', command: (file) => ['urldedupe', '-u', file] },
  { name: 'uro', command: (file) => ['uro', '-i', file] },
];

/** CPU time and peak memory of whole processes, beside tools and the minimal program, which compare bytes only. */
export async function benchDedup(print: (line: string) => void): Promise<void> {
  if (!existsSync(TIME)) {
    print(`skipped: GNU time is not here (${TIME})`);
    return;
  }
  const home = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const file = join(home, 'links.txt');
    const count = await writeLinks(file);
    if (count === null) {
      print('skipped: the pages of the Debian package rust-doc are not here');
      return;
    }
    execFileSync(process.execPath, [join(ROOT, 'config/tools/build.ts')]);
    const rivals = RIVALS.filter(isInstalled);
    const distinct = new Set(readFileSync(file, 'latin1').split('\n')).size - 1;
    print(`${titleOf(count, file)} of rust-doc, ${distinct.toLocaleString('en')} of them distinct`);
    compare(rivals, file, print);
    const quick = rivals.filter(({ name }) => !SLOW.has(name));
    const other = join(home, 'distinct.txt');
    print(`${titleOf(await writeDistinctLinks(other, file), other)}, all of them distinct`);
    compare(quick, other, print);
    const spelled = join(home, 'spelled.txt');
    print(`${titleOf(await writeSpellings(spelled, other), spelled)}, each page in five spellings`);
    compare(quick, spelled, print);
    for (const { name } of RIVALS.filter((rival) => !isInstalled(rival))) print(`${name}: not installed`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function titleOf(count: number, file: string): string {
  return `medians of ${ROUNDS}: ${count.toLocaleString('en')} links (${(statSync(file).size / 1e6).toFixed(0)} MB)`;
}

interface Use {
  /** User and system time, in seconds. */
  readonly cpu: number;
  /** Peak memory in MB. */
  readonly memory: number;
}

function compare(rivals: readonly Rival[], file: string, print: (line: string) => void): void {
  const runs = rivals.map((rival) => ({ rival, uses: [] as Use[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { rival, uses } of runs) uses.push(execute(rival.command(file)));
  }
  const cpuOf = (uses: readonly Use[]): number => median(uses.map(({ cpu }) => cpu));
  const sort = cpuOf(runs.find(({ rival }) => rival.name === SORT)?.uses ?? []);
  print(tableLine(['', 'CPU seconds', 'beside sort', 'MB at peak'], 14));
  for (const { rival, uses } of runs) {
    const memory = median(uses.map((use) => use.memory)).toFixed(0);
    print(tableLine([rival.name, cpuOf(uses).toFixed(2), `${(cpuOf(uses) / sort).toFixed(2)}×`, memory], 14));
  }
}

function execute(command: readonly string[]): Use {
  const { stderr } = spawnSync(TIME, ['-f', 'used %U %S %M', ...command], {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const [, user, system, kilobytes] = /used ([\d.]+) ([\d.]+) (\d+)/.exec(stderr) ?? [];
  return { cpu: Number(user) + Number(system), memory: Number(kilobytes) / 1000 };
}

function isInstalled({ command }: Rival): boolean {
  const [name = '', script] = command('');
  if (script === DUCKDB) return resolves('@duckdb/node-api');
  return name === process.execPath || spawnSync(name, ['--version']).error === undefined;
}
