import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNginx, serveFolder } from '../serve-folder.ts';
import { median, tableLine } from './measure.ts';

const ROOT = join(import.meta.dirname, '../..');
/** As users run it: built. */
const DUSTPAN = join(ROOT, 'dist/src/cli/launch.js');
/** Loads undici and SQLite, and does little more than a crawl of one page needs. */
const MINIMAL = join(import.meta.dirname, 'programs/minimal-crawl.js');
/** GNU time, which knows the CPU time of a process. */
const TIME = '/usr/bin/time';
const ROUNDS = 7;
/** Starts in a row: the clock of a process counts hundredths of a second. */
const STARTS = 10;

/** The CPU time of short commands, whole processes, beside a Node that does nothing, and beside the minimal program. */
export async function benchStart(print: (line: string) => void): Promise<void> {
  if (!existsSync(TIME) || !hasNginx()) return print('skipped: needs GNU time and nginx');
  execFileSync(process.execPath, [join(ROOT, 'config/tools/build.ts')]);
  const home = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  // nginx may run as another user.
  chmodSync(home, 0o755);
  writeFileSync(join(home, 'index.html'), '<title>One page</title><p>It leads nowhere.');
  const server = await serveFolder(home);
  try {
    const crawl = [DUSTPAN, 'crawl', `${server.origin}/`, '--db', join(home, 'x.dustpan'), '--fresh', '--quiet'];
    const commands = [
      ['node -e 0', ['-e', '0']],
      ['dustpan --version', [DUSTPAN, '--version']],
      ['dustpan crawl of one page', crawl],
      // An empty name is a temporary file.
      ['minimal program', [MINIMAL, `${server.origin}/`, '']],
    ] as const;
    const times = commands.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, [, args]] of commands.entries()) times[at]?.push(milliseconds(args));
    const [idle = []] = times;
    for (const [at, [name]] of commands.entries()) {
      const own = times[at] ?? [];
      const ratio = median(own.map((time, round) => time / (idle[round] ?? Number.NaN)));
      print(tableLine([name, `${median(own).toFixed(0)} ms`, `${ratio.toFixed(2)}×`], 14));
    }
  } finally {
    await server.stop();
    rmSync(home, { recursive: true });
  }
}

/** CPU time of one start of Node. */
function milliseconds(args: readonly string[]): number {
  const loop = `for _ in $(seq ${STARTS}); do "$@" || exit 1; done`;
  const timed = ['-f', 'used %U %S', 'sh', '-c', loop, 'sh', process.execPath, ...args];
  const { stderr, status } = spawnSync(TIME, timed, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  const [, user, system] = /used ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  if (status !== 0) throw new Error(stderr);
  return ((Number(user) + Number(system)) * 1000) / STARTS;
}
