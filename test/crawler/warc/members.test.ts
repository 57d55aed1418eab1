/** Covers: crawler/warc/{members,packing,gzip-members,zstandard-members}.ts */
import { writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FileWindow } from '../../../crawler/warc/file-window.ts';
import { GZIP } from '../../../crawler/warc/gzip-members.ts';
import { readMembers } from '../../../crawler/warc/members.ts';
import type { Packing } from '../../../crawler/warc/packing.ts';
import { zstandardOf } from '../../../crawler/warc/zstandard-members.ts';
import { temporaryFolder } from '../../cli/dustpan.ts';

const CHUNK = Buffer.alloc(1 << 16);

/** Each member is one byte: `b` is a bomb, which unpacks to bytes without end, and `m` unpacks to one chunk. */
const PACKING: Packing = {
  command: 'unpack',
  magic: Buffer.from('m'),
  isMember: (start) => /^[bm]/.test(start.toString('latin1', 0, 1)),
  async readMember(window, offset, push) {
    const isBomb = (await window.at(offset)).toString('latin1', 0, 1) === 'b';
    if (isBomb) while (push(CHUNK) !== false);
    return { end: offset + 1, isWhole: !isBomb && push(CHUNK) !== false };
  },
};

/** The places of the members that are whole, and how much all members unpack to. */
async function read(content: string): Promise<{ readonly whole: readonly number[]; readonly unpacked: number }> {
  const path = join(temporaryFolder(), 'a');
  writeFileSync(path, content);
  const file = await open(path);
  const whole: number[] = [];
  let unpacked = 0;
  await readMembers(file, PACKING, {
    start: () => {},
    push: (bytes) => void (unpacked += bytes.length),
    end: (offset, isWhole) => void (isWhole && whole.push(offset - 1)),
  });
  await file.close();
  return { whole, unpacked };
}

it('bombs unpack to little more than 4 GiB in all, and a member after them is read', async () => {
  const { whole, unpacked } = await read(`${'b'.repeat(100)}${' '.repeat(10_000)}m`);
  expect(whole).toEqual([10_100]);
  expect(unpacked).toBe(2 ** 32 + 101 * CHUNK.length);
});

/** Reads a file of one member, and stops at its first bytes. */
async function stopAtOnce(
  bytes: Uint8Array,
  packingOf: (file: FileHandle) => Packing | Promise<Packing>,
): Promise<{ readonly isWhole: boolean; readonly pushed: number }> {
  const path = join(temporaryFolder(), 'a');
  writeFileSync(path, bytes);
  const file = await open(path);
  const { readMember } = await packingOf(file);
  let pushed = 0;
  const { isWhole } = await readMember(new FileWindow(file), 0, (chunk) => {
    pushed += chunk.length;
    return false;
  });
  await file.close();
  return { isWhole, pushed };
}

it.each([
  { name: 'gzip', pack: gzipSync, packingOf: () => GZIP },
  { name: 'Zstandard', pack: zstdCompressSync, packingOf: zstandardOf },
])('a member of $name whose reading is stopped is not whole, and not unpacked further', async ({ pack, packingOf }) => {
  const [small, large] = [Buffer.alloc(100, 'x'), Buffer.alloc(3_000_000, 'x')];
  expect(await stopAtOnce(pack(small), packingOf)).toEqual({ isWhole: false, pushed: small.length });
  const { isWhole, pushed } = await stopAtOnce(pack(large), packingOf);
  expect(isWhole).toBe(false);
  expect(pushed).toBeGreaterThan(0);
  expect(pushed).toBeLessThan(large.length);
});
