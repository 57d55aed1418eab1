import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UrlList } from './canon-lists.ts';
import { median, timed } from './measure.ts';

const LINES = 1_000_000;
const ROUNDS = 3;
const main = join(import.meta.dirname, '../../src/cli/main.ts');

/** Lines/s of `dustpan canon`, start and end of the process included, beside `cat`, which only moves the bytes. */
export function benchProcess(lists: readonly UrlList[], print: (line: string) => void): void {
  const home = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const file = join(home, 'urls.txt');
    writeFileSync(file, linesOf(lists));
    const ours = median(rounds(() => pipe(process.execPath, [main, 'canon'], file, join(home, 'canonical.txt'))));
    const cat = median(rounds(() => pipe('cat', [], file, join(home, 'copy.txt'))));
    print(`dustpan canon < ${LINES} lines: ${rate(ours)}, ${(ours / 1000).toFixed(2)} s; cat: ${rate(cat)}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** All lists, one after the other, over and over. */
function linesOf(lists: readonly UrlList[]): string {
  const urls = lists.flatMap((list) => list.urls);
  const lines = Array.from({ length: LINES }, (_, index) => urls[index % urls.length] ?? '');
  return `${lines.join('\n')}\n`;
}

function rounds(work: () => void): readonly number[] {
  return Array.from({ length: ROUNDS }, () => timed(work));
}

function pipe(command: string, args: readonly string[], from: string, to: string): void {
  const [input, output] = [openSync(from, 'r'), openSync(to, 'w')];
  const { status } = spawnSync(command, args, { stdio: [input, output, 'ignore'] });
  closeSync(input);
  closeSync(output);
  // 1 says that some lines are no URLs.
  if (status !== 0 && status !== 1) throw new Error(`${command} ended with ${status}`);
}

function rate(ms: number): string {
  return `${Math.round(LINES / ms)}k lines/s`;
}
