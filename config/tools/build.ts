/** Builds the package into dist/: the compiled sources, and the launcher that is plain JavaScript already. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const at = (...parts: readonly string[]): string => join(root, ...parts);

rmSync(at('dist'), { recursive: true, force: true });
execFileSync(process.execPath, [at('node_modules/typescript/bin/tsc'), '-p', at('config/tools/tsconfig.build.json')], {
  stdio: 'inherit',
});
copyFileSync(at('src/cli/launch.js'), at('dist/src/cli/launch.js'));
chmodSync(at('dist/src/cli/launch.js'), 0o755);
