import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeLinks } from './dedup-list.ts';
import { median, tableLine, timed } from './measure.ts';

const ROUNDS = 5;
const ROOT = join(import.meta.dirname, '../..');
/** As users run it: built. */
const DUSTPAN = join(ROOT, 'dist/src/cli/launch.js');
/** GNU time, which knows how much memory a process had at its peak. */
const TIME = '/usr/bin/time';

interface Rival {
  readonly name: string;
  readonly command: (file: string) => readonly string[];
}

const RIVALS: readonly Rival[] = [
  { name: 'dustpan dedup', command: (file) => [process.execPath, DUSTPAN, 'dedup', file] },
  { name: 'LC_ALL=C sort -u', command: (file) => ['sort', '-u', file] },
  { name: "mawk '!s[$0]++'", command: (file) => ['mawk', '!s[$0]++', file] },
  { name: 'urldedupe', command: (file) => ['urldedupe', '-u', file] },
  { name: 'uro', command: (file) => ['uro', '-i', file] },
];

/** Time and peak memory of whole processes on some two million real links, beside tools that compare bytes only. */
export async function benchDedup(print: (line: string) => void): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const file = join(home, 'links.txt');
    const count = await writeLinks(file);
    if (count === null) {
      print('skipped: the pages of the Debian package rust-doc are not here');
      return;
    }
    execFileSync(process.execPath, [join(ROOT, 'config/tools/build.ts')]);
    const distinct = new Set(readFileSync(file, 'latin1').split('\n')).size - 1;
    const megabytes = (statSync(file).size / 1e6).toFixed(0);
    print(
      `${count.toLocaleString('en')} links of rust-doc, ${distinct.toLocaleString('en')} of them distinct, ${megabytes} MB; medians of ${ROUNDS}`,
    );
    compare(RIVALS.filter(isInstalled), file, print);
    for (const { name } of RIVALS.filter((rival) => !isInstalled(rival))) print(`${name}: not installed`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function compare(rivals: readonly Rival[], file: string, print: (line: string) => void): void {
  const runs = rivals.map((rival) => ({ rival, times: [] as number[], memory: 0 }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of runs) {
      run.times.push(timed(() => execute(run.rival.command(file))));
    }
  }
  const sort = runs.find(({ rival }) => rival.name.endsWith('sort -u'));
  print(tableLine(['', 'seconds', 'beside sort', 'MB at peak'], 14));
  for (const { rival, times } of runs) {
    const ratio = median(times) / median(sort?.times ?? []);
    const cells = [(median(times) / 1000).toFixed(2), `${ratio.toFixed(2)}×`, peakMemory(rival.command(file))];
    print(tableLine([rival.name, ...cells], 14));
  }
}

function execute([command = '', ...args]: readonly string[]): void {
  const { error } = spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C' } });
  if (error !== undefined) throw error;
}

function peakMemory(command: readonly string[]): string {
  if (!existsSync(TIME)) return '?';
  const env = { ...process.env, LC_ALL: 'C' };
  const { stderr } = spawnSync(TIME, ['-f', 'peak %M', ...command], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const kilobytes = /peak (\d+)/.exec(stderr)?.[1];
  return kilobytes === undefined ? '?' : (Number(kilobytes) / 1000).toFixed(0);
}

function isInstalled({ command }: Rival): boolean {
  const [name = ''] = command('');
  return name === process.execPath || spawnSync(name, ['--version']).error === undefined;
}
