/** How fast `learn --cdx` reads indexes of web archives, and how often it is wrong, on archives with known truth. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { table } from '../../src/cli/render/table.ts';
import { KINDS, linesOf, madeSite, type PrintedClaim, type Worth, worthOf } from '../calibration/made-archive.ts';

const LINES = Number(env['ARCHIVE_LINES'] ?? 1e7);
const ROOT = join(import.meta.dirname, '../..');
/** As users run it: built. */
const DUSTPAN = join(ROOT, 'dist/src/cli/launch.js');
/** GNU time, which knows the memory of a process at its peak. */
const TIME = '/usr/bin/time';

export async function benchArchive(print: (line: string) => void): Promise<void> {
  if (!existsSync(TIME)) {
    print(`skipped: GNU time is not here (${TIME})`);
    return;
  }
  const home = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    execFileSync(process.execPath, [join(ROOT, 'config/tools/build.ts')]);
    const sorted = join(home, 'sorted.cdxj');
    const { sites, lines } = writeArchive(sorted);
    const million = (lines / 1e6).toFixed(1);
    print(`${million} million lines (${(statSync(sorted).size / 1e6).toFixed(0)} MB) of ${sites} sites`);
    const packed = join(home, 'sorted.cdxj.gz');
    execFileSync('sh', ['-c', `gzip -1 < ${sorted} > ${packed}`]);
    const unsorted = join(home, 'unsorted.cdxj');
    execFileSync('sh', ['-c', `LC_ALL=C sort -S 1G -T ${home} -k2,2 ${sorted} > ${unsorted}`]);
    const rows = [
      ['sorted', ...speed(run(sorted), lines)],
      ['sorted, gzip', ...speed(run(packed), lines)],
      ['in order of time', ...speed(run(unsorted), lines)],
      ['in order of time, --memory 64M', ...speed(run(unsorted, ['--memory', '64M']), lines)],
    ];
    for (const line of table([['index', 'CPU seconds', 'lines/s', 'MB at peak'], ...rows])) print(line);
    for (const [name, file] of [
      ['sorted', sorted],
      ['in order of time', unsorted],
    ] as const) {
      print(`claims, ${name}:`);
      for (const line of calibration(run(file, ['--json']).stdout, sites)) print(line);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function writeArchive(path: string): { readonly sites: number; readonly lines: number } {
  const file = openSync(path, 'w');
  let [sites, lines] = [0, 0];
  try {
    // Names of equal length sort as their numbers do.
    for (; lines < LINES; sites++) {
      const own = linesOf(madeSite(FIRST_SITE + sites));
      lines += own.length;
      writeSync(file, `${own.join('\n')}\n`);
    }
  } finally {
    closeSync(file);
  }
  return { sites, lines };
}

const FIRST_SITE = 1_000_000;

interface Run {
  /** CPU time. */
  readonly seconds: number;
  /** In MB. */
  readonly memory: number;
  readonly stdout: string;
}

function run(file: string, options: readonly string[] = []): Run {
  const output = `${file}.out`;
  const out = openSync(output, 'w');
  const args = ['-f', 'used %U %S %M', process.execPath, DUSTPAN, 'learn', '--cdx', file, ...options];
  const { stderr } = spawnSync(TIME, args, {
    stdio: ['ignore', out, 'pipe'],
    encoding: 'utf8',
    env: { ...env, LC_ALL: 'C' },
  });
  closeSync(out);
  const [, user, system, kilobytes] = /used ([\d.]+) ([\d.]+) (\d+)/.exec(stderr) ?? [];
  return { seconds: Number(user) + Number(system), memory: Number(kilobytes) / 1000, stdout: output };
}

function speed({ seconds, memory }: Run, lines: number): readonly string[] {
  return [seconds.toFixed(1), Math.round(lines / seconds).toLocaleString('en'), memory.toFixed(0)];
}

function calibration(output: string, sites: number): readonly string[] {
  const claims = readFileSync(output, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"confirmed"'))
    .map((line): PrintedClaim => JSON.parse(line));
  const byHost = Map.groupBy(
    claims.filter(({ verdict }) => verdict === 'confirmed'),
    ({ host }) => host.replace(/^www\./, ''),
  );
  const totals = new Map(
    KINDS.map((kind): [string, Worth] => [kind, { confirmed: 0, wrong: 0, beyond: 0, equivalences: 0, found: 0 }]),
  );
  for (let n = 0; n < sites; n++) {
    const site = madeSite(FIRST_SITE + n);
    for (const [kind, worth] of Object.entries(worthOf(site, byHost.get(site.host) ?? [])))
      add(totals.get(kind), worth);
  }
  const all = { confirmed: 0, wrong: 0, beyond: 0, equivalences: 0, found: 0 };
  for (const worth of totals.values()) add(all, worth);
  const rows = [...totals, ['all', all] as const].map(([kind, { confirmed, wrong, beyond, equivalences, found }]) => [
    kind,
    String(confirmed),
    `${wrong} (${percent(wrong, confirmed)})`,
    `${beyond} (${percent(beyond, confirmed)})`,
    `${found} of ${equivalences} (${percent(found, equivalences)})`,
  ]);
  return table([['kind', 'confirmed', 'not for each page', 'beyond the bound', 'found'], ...rows]);
}

function add(sum: Worth | undefined, { confirmed, wrong, beyond, equivalences, found }: Worth): void {
  if (sum === undefined) return;
  sum.confirmed += confirmed;
  sum.wrong += wrong;
  sum.beyond += beyond;
  sum.equivalences += equivalences;
  sum.found += found;
}

function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`;
}
