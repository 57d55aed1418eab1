import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { BrowserGuard } from '../../../crawler/render/browser-guard.ts';

/** Stands for a browser: it has a child, says when that runs, and ends with neither its input nor this process. */
const BROWSER = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  console.log('runs'); setInterval(() => {}, 1000);`;

function profile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guarded-'));
  writeFileSync(join(folder, 'cookies'), 'a=1');
  return folder;
}

test.skipIf(process.platform === 'win32')('a browser ends with its processes and its profile', async () => {
  const folder = profile();
  const guard = new BrowserGuard(folder);
  spawn(process.execPath, ['-e', '']);
  const child = spawn(process.execPath, ['-e', BROWSER, folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  await once(child.stdout, 'data');
  expect(guard.pid).toBe(child.pid);
  // Closed when the last process that has it ends.
  const ended = once(child.stdout, 'close');
  await guard.end();
  await ended;
  expect(existsSync(folder)).toBe(false);
  await guard.end();
});

test('without a browser, only the profile goes', async () => {
  const folder = profile();
  const guard = new BrowserGuard(folder);
  expect(guard.pid).toBeNull();
  await guard.end();
  expect(existsSync(folder)).toBe(false);
});

test.skipIf(process.platform === 'win32')(
  'a browser ends with the process that started it, if that is killed',
  async () => {
    const folder = profile();
    const module = pathToFileURL(join(import.meta.dirname, '../../../crawler/render/browser-guard.ts')).href;
    const starter = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { spawn } from 'node:child_process';
     import { BrowserGuard } from '${module}';
     new BrowserGuard(process.argv[1]);
     spawn(process.execPath, ['-e', ${JSON.stringify(BROWSER)}, process.argv[1]], { stdio: 'inherit', detached: true });`,
      folder,
    ]);
    await once(starter.stdout, 'data');
    const ended = once(starter.stdout, 'close');
    starter.kill('SIGKILL');
    await ended;
    while (existsSync(folder)) await new Promise(setImmediate);
  },
);
