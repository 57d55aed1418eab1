/** Covers: src/cli/io/standard-input.ts */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dustpan, launcher, temporaryFolder } from '../dustpan.ts';

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

test.each([
  ['canon -', 'http://A/#x\n', 'http://a/\n'],
  ['slug --form wikidot -', 'SCP_173\n', 'scp-173\n'],
  ['slug --form wikidot --json -', '"SCP_173"\n', '"scp-173"\n'],
  ['robots --robots /dev/null --agent x -', 'http://a/\n', 'allowed\thttp://a/\n'],
  ['dedup -', 'http://a/\nhttp://A/\n', 'http://a/\n'],
])('%s reads standard input', async (command, input, stdout) => {
  expect(await dustpan(command.split(' '), input)).toMatchObject({ code: 0, stdout });
});

test.each(['canon', 'dedup', 'dedup -', 'dedup list', 'dedup --probe ./list', 'dedup --against list new'])(
  '%s does not read the file that it writes to',
  (command) => {
    const folder = temporaryFolder();
    const list = join(folder, 'list');
    // More than is read at once, or nothing is written before the end of the list.
    const text = 'no URL\n'.repeat(200_000);
    writeFileSync(list, text);
    writeFileSync(join(folder, 'new'), '');
    const [input, output] = [openSync(list, 'r'), openSync(list, 'a')];
    try {
      const { status, stderr } = spawnSync(process.execPath, [launcher, ...command.split(' ')], {
        cwd: folder,
        stdio: [input, output, 'pipe'],
        encoding: 'utf8',
        timeout: 100_000,
      });
      expect(stderr).toMatch(/^dustpan: \S+(?: input)? is also standard output; choose another output file\n$/);
      expect(status).toBe(2);
      expect(readFileSync(list, 'utf8') === text).toBe(true);
    } finally {
      closeSync(input);
      closeSync(output);
    }
  },
);
