import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIT_FORMATS } from '../../src/audit.ts';
import { writeCrawl } from './made-crawl.ts';
import { tableLine } from './measure.ts';

const PAGES = Number(process.env['DUSTPAN_BENCH_PAGES'] ?? 100_000);
const ROOT = join(import.meta.dirname, '../..');
/** As users run it: built. */
const DUSTPAN = join(ROOT, 'dist/src/cli/launch.js');
const MINIMAL = join(import.meta.dirname, 'programs/minimal-audit.js');
/** GNU time, which knows how much memory a process had at its peak. */
const TIME = '/usr/bin/time';

/**
 * Time, memory and size of an audit's reports, whole processes, on a crawl of `DUSTPAN_BENCH_PAGES` pages, beside
 * the minimal program.
 */
export async function benchAudit(print: (line: string) => void): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const crawl = join(home, 'crawl.dustpan');
    await writeCrawl(crawl, PAGES);
    execFileSync(process.execPath, [join(ROOT, 'config/tools/build.ts')]);
    print(`${PAGES.toLocaleString('en')} pages, ${megabytes(crawl)} MB`);
    print(tableLine(['', 'seconds', 'CPU', 'MB at peak', 'MB written'], 14));
    for (const { name } of AUDIT_FORMATS) {
      const output = join(home, `report.${name}`);
      const args = [DUSTPAN, 'audit', crawl, '--no-fetch', '--fail-on', 'none', '--format', name, '-o', output];
      print(tableLine([name, ...cost(args), megabytes(output)], 14));
    }
    const findings = join(home, 'findings.ndjson');
    print(tableLine(['minimal', ...cost([MINIMAL, crawl, findings]), megabytes(findings)], 14));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function cost(args: readonly string[]): readonly string[] {
  const command = existsSync(TIME) ? [TIME, '-f', 'cost %e %U %S %M', process.execPath] : [process.execPath];
  const [program = '', ...before] = command;
  const start = performance.now();
  const { status, stderr } = spawnSync(program, [...before, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const [, seconds, user, system, kilobytes] = /cost (\S+) (\S+) (\S+) (\S+)/.exec(stderr) ?? [];
  if (seconds === undefined) return [((performance.now() - start) / 1000).toFixed(1), '?', '?'];
  return [seconds, (Number(user) + Number(system)).toFixed(1), (Number(kilobytes) / 1000).toFixed(0)];
}

function megabytes(file: string): string {
  return (statSync(file).size / 1e6).toFixed(1);
}
