import { readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, resolve } from 'node:path';
import { isRunning } from '../../src/is-running.ts';
import { cdxjLine } from './cdxj-line.ts';
import { OPEN, ours, writeIndex } from './warc-file.ts';
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
    const path = resolve(folder, name);
    const own = resolve(folder, name.replace(/-\d+~/, `-${process.pid}~`));
    // Another file of this very process is of an earlier one with the same id, as in containers.
    if (ours.has(own) || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    ours.add(own);
    try {
      if (await claim(path, own)) await recover(own, path.slice(0, -OPEN.length));
    } finally {
      ours.delete(own);
    }
  }
}

/** Of several programs that find a file, one gets it. */
async function claim(path: string, own: string): Promise<boolean> {
  try {
    await rename(path, own);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** @param whole the name that the file gets */
async function recover(path: string, whole: string): Promise<void> {
  if ((await stat(path)).size === 0) return rm(path);
  const lines: string[] = [];
  const { end } = await scanWarc(path, (capture) => lines.push(cdxjLine(capture, basename(whole))));
  if (end === 0) return rm(path);
  await truncate(path, end);
  await writeIndex(whole, lines);
  await rename(path, whole);
}
