import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from '../../../crawler/render/find-browser.ts';

function folderWith(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'));
  for (const name of names) {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

test('the first usual name in the path is taken, in the order of names and then of folders', () => {
  const [first, second] = [folderWith('google-chrome', 'brave-browser'), folderWith('chromium', 'google-chrome')];
  expect(findBrowser(null, [first, second].join(delimiter))).toBe(join(second, 'chromium'));
});

test('a browser that the user names is taken, whatever its name', () => {
  const path = join(folderWith('mine'), 'mine');
  expect(findBrowser(path, '')).toBe(path);
});

test('what is named must be a program', () => {
  const folder = folderWith();
  writeFileSync(join(folder, 'text'), 'no program');
  mkdirSync(join(folder, 'folder'));
  for (const name of ['text', 'folder', 'missing']) {
    expect(() => findBrowser(join(folder, name), '')).toThrow(
      /is not a program; name the program of Chromium or Chrome/,
    );
  }
});

test('relative folders of the path are not searched', () => {
  const found = ((): string => {
    try {
      return findBrowser(null, '.');
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  })();
  expect(found).toMatch(/^(?:\/(?:usr|snap)\/|no Chromium or Chrome was found)/);
});
