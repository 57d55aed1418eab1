/**
 * Builds the package into dist/: the compiled sources, the command line in a few files, its launcher and man page, and
 * the playground; and out of the same modules the package `dustpan-url` into dist/url.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommand } from './bundle-command.ts';
import { bundleLazy } from './bundle-lazy.ts';
import { writePlayground } from './bundle-playground.ts';
import { manPage } from './reference/man-page.ts';
import { writeUrlPackage } from './url-package.ts';

const root = join(import.meta.dirname, '../..');
const at = (...parts: readonly string[]): string => join(root, ...parts);

rmSync(at('dist'), { recursive: true, force: true });
const compiler = at('node_modules/@typescript/native/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', at('config/tools/tsconfig.build.json')], { stdio: 'inherit' });
await bundleLazyEntry();
writeUrlPackage(root, at('dist/url'));
await bundleCommandLine();
copyFileSync(at('src/cli/launch.js'), at('dist/src/cli/launch.js'));
chmodSync(at('dist/src/cli/launch.js'), 0o755);
writeFileSync(at('dist/dustpan.1'), await manPage());
await writePlayground(at('dist/playground'));

/** Puts the bundle in the place of the module and the folder of its name. */
async function bundleLazyEntry(): Promise<void> {
  await bundleLazy(at('dist/src/lazy.js'), at('dist/lazy'));
  rmSync(at('dist/src/lazy'), { recursive: true });
  renameSync(at('dist/lazy/lazy'), at('dist/src/lazy'));
  renameSync(at('dist/lazy/lazy.js'), at('dist/src/lazy.js'));
  rmdirSync(at('dist/lazy'));
}

async function bundleCommandLine(): Promise<void> {
  // The process that renders reports, and the thread that applies selectors, must be next to the chunks that start them.
  const entries = {
    main: at('dist/src/cli/main.js'),
    'report-process': at('dist/src/cli/serve/report-process.js'),
    'selection-worker': at('dist/crawler/selection/selection-worker.js'),
  };
  await bundleCommand(entries, at('dist/cli'));
  rmSync(at('dist/src/cli'), { recursive: true });
  renameSync(at('dist/cli'), at('dist/src/cli'));
}
