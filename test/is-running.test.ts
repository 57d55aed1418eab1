import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isRunning } from '../src/is-running.ts';

test('a process runs until it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  const pid = child.pid ?? Number.NaN;
  await once(child, 'spawn');
  expect(isRunning(pid)).toBe(true);
  child.stdin.end();
  await once(child, 'close');
  expect(isRunning(pid)).toBe(false);
});

test.skipIf(process.getuid?.() === 0)('a process of another user runs', () => {
  expect(isRunning(1)).toBe(true);
});
