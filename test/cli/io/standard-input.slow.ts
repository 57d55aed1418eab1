/** Covers: src/cli/io/standard-input.ts */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { dustpan, type Ended, launcher, temporaryFolder } from '../dustpan.ts';

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
])('%s reads standard input, gzipped or not, and says what to do with other bytes', async (command, input, stdout) => {
  const run = (bytes: string | Uint8Array): Promise<Ended> => dustpan(command.split(' '), bytes);
  expect(await run(input)).toMatchObject({ code: 0, stdout });
  expect(await run(gzipSync(input))).toMatchObject({ code: 0, stdout });
  for (const [bytes, stderr] of [
    [zstdCompressSync(input), 'packed; unpack it first: zstd -dc FILE'],
    [Buffer.from(`\ufeff${input}`, 'utf16le'), 'the text is UTF-16; convert it to UTF-8: iconv -f UTF-16 -t UTF-8'],
    [Buffer.from(input, 'utf16le'), 'the text is UTF-16; convert it to UTF-8: iconv -f UTF-16LE -t UTF-8'],
  ] as const) {
    expect(await run(bytes)).toEqual({ code: 2, stdout: '', stderr: `dustpan: standard input: ${stderr}\n` });
  }
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
