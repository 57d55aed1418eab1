// Covers: crawler/warc/packing.ts
import { mkdtempSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMembers } from '../../../crawler/warc/members.ts';
import type { Packing } from '../../../crawler/warc/packing.ts';

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
  const path = join(mkdtempSync(join(tmpdir(), 'dustpan-test-')), 'a');
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
