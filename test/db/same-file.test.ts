import { closeSync, linkSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSameFile } from '../../db/same-file.ts';
import { temporaryFolder } from '../cli/dustpan.ts';

test('links lead to the same file, an equal copy and a missing file do not', () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  for (const path of [at('file'), at('copy')]) writeFileSync(path, 'text');
  linkSync(at('file'), at('hard'));
  symlinkSync(at('file'), at('soft'));
  const others = ['file', 'hard', 'soft', 'copy', 'missing'];
  expect(others.map((other) => isSameFile(at('file'), at(other)))).toEqual([true, true, true, false, false]);
});

test('an open file is the same as the one that its path leads to; a path that cannot be looked up leads to none', () => {
  const folder = temporaryFolder();
  const [path, copy] = [join(folder, 'file'), join(folder, 'copy')];
  for (const each of [path, copy]) writeFileSync(each, 'text');
  const descriptor = openSync(path, 'r');
  expect([path, copy, 'x'.repeat(300)].map((each) => isSameFile(each, descriptor))).toEqual([true, false, false]);
  closeSync(descriptor);
});
