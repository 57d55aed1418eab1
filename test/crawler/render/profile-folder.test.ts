import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProfileFolder, removeFolder } from '../../../crawler/render/profile-folder.ts';

test('folders of processes that have ended are removed, those of others stay', () => {
  const parent = mkdtempSync(join(tmpdir(), 'profiles-'));
  const own = makeProfileFolder(parent);
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = join(parent, basename(own).replace(`-${process.pid}-`, `-${pid}-`));
  const foreign = join(parent, `dustpan-browser-another.machine-${pid}-abc`);
  mkdirSync(join(left, 'Default'), { recursive: true });
  mkdirSync(foreign);
  const second = makeProfileFolder(parent);
  expect([own, second, foreign, left].map((folder) => existsSync(folder))).toEqual([true, true, true, false]);
});

test('a folder that is gone already can be removed', () => {
  const folder = makeProfileFolder(mkdtempSync(join(tmpdir(), 'profiles-')));
  removeFolder(folder);
  removeFolder(folder);
  expect(existsSync(folder)).toBe(false);
});
