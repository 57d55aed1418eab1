import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSIONS = ['22.19.0', '22.23.3', '24.21.0', '26.10.0'];
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/dustpan-engines');

/** A version of Node. */
export interface Engine {
  readonly version: string;
  /** The path of its binary. */
  readonly node: string;
}

/**
 * The oldest Node that users may have, and the newest of each line. They are installed into a cache folder, which needs
 * the npm registry the first time.
 */
export function installEngines(): readonly Engine[] {
  return VERSIONS.map(install);
}

function install(version: string): Engine {
  const home = join(CACHE, version);
  const node = join(home, 'node_modules/node/bin/node');
  if (existsSync(node)) return { version, node };
  mkdirSync(home, { recursive: true });
  // The package puts the binary for this machine in place when it is installed.
  writeFileSync(join(home, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }\n');
  execFileSync('npm', ['install', '--no-save', '--no-package-lock', '--loglevel=error', `node@${version}`], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { version, node };
}
