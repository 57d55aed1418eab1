/** Covers: src/cli/io/standard-input.ts */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { launcher, temporaryFolder } from '../dustpan.ts';

test.each([
  'canon',
  'slug --form wikidot',
  'dedup',
  'dedup - --probe',
  'learn --cdx -',
  'learn --log - --host example.com',
  'crawl --seeds -',
])('%s says that standard input is a folder', (command) => {
  const folder = temporaryFolder();
  const file = openSync(folder, 'r');
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...command.split(' ')], {
      cwd: folder,
      stdio: [file, 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('dustpan: standard input is a folder; give a file instead');
  } finally {
    closeSync(file);
  }
});
