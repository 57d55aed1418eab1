import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the tests a folder of their own for temporary files, and removes it with all that they left. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-tests-'));
  // Servers that tests start may run as another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
