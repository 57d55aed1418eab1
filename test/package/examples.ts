/**
 * Runs the tests of all examples with the packed packages and what else the examples need, and checks their types. Part of
 * `npm run test:package`. Needs the npm registry.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagesOf } from '../examples/project.ts';

const TYPES = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: ['node'],
  },
  include: ['examples'],
};

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dustpan-examples-'));
const run = (command: string, args: readonly string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8' });

try {
  const examples = readdirSync(join(root, 'examples'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  );
  const tarballs = ['.', 'dist/url'].map((path) =>
    run('npm', ['pack', '--silent', '--pack-destination', folder, join(root, path)], root).trim(),
  );
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const packages = new Set([
    '@types/node@24',
    ...tarballs.map((name) => `./${name}`),
    ...examples.flatMap(packagesOf).map((each) => each.join('@')),
  ]);
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages]);

  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TYPES));
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });

  const vitest = join(root, 'node_modules/.bin/vitest');
  const tests = examples.map((name) => `test/examples/${name}.slow.ts`);
  execFileSync(vitest, ['run', '--config', 'config/tools/vitest.slow.config.ts', ...tests], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, EXAMPLES_MODULES: join(folder, 'node_modules') },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
