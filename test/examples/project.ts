import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../cli/dustpan.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A project of a user: a folder with these examples, where the sources of dustpan are installed as a package. */
export function projectWith(...examples: readonly string[]): string {
  const folder = temporaryFolder();
  const installed = join(folder, 'node_modules/dustpan');
  mkdirSync(installed, { recursive: true });
  for (const name of ['src', 'db', 'crawler', 'config']) symlinkSync(join(ROOT, name), join(installed, name));
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  writeFileSync(
    join(installed, 'package.json'),
    manifest.replaceAll(/"\.\/dist\/([^"]+?)(?:\.d\.ts|\.js)"/g, '"./$1.ts"'),
  );
  for (const name of examples) copyFileSync(join(ROOT, 'examples', name), join(folder, name));
  return folder;
}
