import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../src/is-running.ts';

/** The names of the folders of this machine's processes. Containers may share the folder, and have their own processes. */
const PREFIX = `dustpan-browser-${hostname().replace(/[^\w.]/g, '_')}-`;

/** Makes a folder for a browser's profile, and removes those that killed processes have left. */
export function makeProfileFolder(parent: string = tmpdir()): string {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(PREFIX) ? /^\d+(?=-)/.exec(name.slice(PREFIX.length))?.[0] : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) removeFolder(join(parent, name));
  }
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

/** Removes a profile's folder. Another user's stays. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The next start tries again.
  }
}
