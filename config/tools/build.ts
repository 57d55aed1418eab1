/** Builds the package into dist/: the compiled sources, the command line in a few files, its launcher and man page. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { manPage } from './reference/man-page.ts';

const root = join(import.meta.dirname, '../..');
const at = (...parts: readonly string[]): string => join(root, ...parts);

rmSync(at('dist'), { recursive: true, force: true });
const compiler = at('node_modules/@typescript/native/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', at('config/tools/tsconfig.build.json')], { stdio: 'inherit' });
await bundleCommandLine();
copyFileSync(at('src/cli/launch.js'), at('dist/src/cli/launch.js'));
chmodSync(at('dist/src/cli/launch.js'), 0o755);
writeFileSync(at('dist/dustpan.1'), await manPage());

/** Bundles each command into one file, plus shared chunks: loading 150 modules would take 90 ms more at every start. */
async function bundleCommandLine(): Promise<void> {
  const bundle = await rolldown({
    // The process that renders reports, and the thread that applies selectors, must be next to the chunks that start them.
    input: {
      main: at('dist/src/cli/main.js'),
      'report-process': at('dist/src/cli/serve/report-process.js'),
      'selection-worker': at('dist/crawler/selection/selection-worker.js'),
    },
    platform: 'node',
    // Installed packages are not bundled.
    external: /^[^./]/,
  });
  await bundle.write({ dir: at('dist/cli'), entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
  rmSync(at('dist/src/cli'), { recursive: true });
  renameSync(at('dist/cli'), at('dist/src/cli'));
}
