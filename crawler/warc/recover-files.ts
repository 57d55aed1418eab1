import { readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { isRunning } from '../../src/is-running.ts';
import { cdxjLine } from './cdxj-line.ts';
import { OPEN, writeIndex } from './warc-file.ts';
import { scanWarc } from './warc-scan.ts';

const NAME = /^dustpan-\d{17}-\d{5}-(\d+)~(.*)\.warc\.gz\.open$/;

/** The name of this machine, as it stands in the names of files. */
export function hostPart(): string {
  return hostname().replace(/[^\w.-]/g, '_');
}

/**
 * Completes the files that killed programs left behind: cuts off the last record if it is not whole, and writes the
 * index. Files of other machines are left alone, because their programs may be running.
 */
export async function recoverFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid, host] = NAME.exec(name) ?? [];
    if (pid === undefined || host !== hostPart()) continue;
    // A file of this very process is of an earlier one with the same id, as in containers.
    if (Number(pid) !== process.pid && isRunning(Number(pid))) continue;
    await recover(join(folder, name));
  }
}

async function recover(path: string): Promise<void> {
  if ((await stat(path)).size === 0) return rm(path);
  const whole = path.slice(0, -OPEN.length);
  const lines: string[] = [];
  const { end } = await scanWarc(path, (capture) => lines.push(cdxjLine(capture, basename(whole))));
  if (end === 0) return rm(path);
  await truncate(path, end);
  await writeIndex(whole, lines);
  await rename(path, whole);
}
