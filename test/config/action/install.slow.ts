/** The step of `action.yml` that installs dustpan. It needs the npm registry. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../cli/dustpan.ts';
import { ACTION } from './runner.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Runs the step with a Node that says to be new enough, or too old. @returns the Node for the other steps */
function install(isOld: boolean): { readonly node: string; readonly action: string } {
  const [temp, action, bin] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  for (const file of ['.npmrc', 'package.json', 'package-lock.json'])
    copyFileSync(join(ROOT, file), join(action, file));
  const version = isOld ? 'case "$1$2" in -e*process.exit*) exit 1;; esac\n' : '';
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n${version}exec '${process.execPath}' "$@"\n`);
  chmodSync(join(bin, 'node'), 0o755);
  const output = join(temp, 'output');
  const script = ACTION.runs.steps.find(({ id }) => id === 'install')?.run ?? '';
  execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    env: {
      ...process.env,
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      GITHUB_ACTION_PATH: action,
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: temp,
    },
    stdio: 'pipe',
  });
  const [, node = ''] = /^node=(.*)$/m.exec(readFileSync(output, 'utf8')) ?? [];
  return { node, action };
}

test('what dustpan needs to run is installed, and nothing else', () => {
  const { node, action } = install(false);
  expect(node).toBe('node');
  expect(existsSync(join(action, 'node_modules/better-sqlite3'))).toBe(true);
  expect(existsSync(join(action, 'node_modules/vitest'))).toBe(false);
});

test('beside a Node that is too old, it gets one of its own', () => {
  const { node, action } = install(true);
  expect(dirname(node)).not.toBe('.');
  expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(/^v24\./);
  const load = "require('better-sqlite3')(':memory:').pragma('user_version')";
  execFileSync(node, ['-e', load], { cwd: action, stdio: 'pipe' });
});
