import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { CHROMIUM } from '../../../crawler/render/chromium.ts';
import { findBrowser } from '../../../crawler/render/find-browser.ts';
import { FIREFOX } from '../../../crawler/render/firefox.ts';

function folderWith(...names: readonly string[]): string {
  return folderThatSays('', ...names);
}

/** A folder with programs that say what they are. */
function folderThatSays(text: string, ...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'));
  for (const name of names) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho '${text}'\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

test('the first usual name in the path is taken, in the order of names and then of folders', () => {
  const [first, second] = [folderWith('google-chrome', 'brave-browser'), folderWith('chromium', 'google-chrome')];
  expect(findBrowser(null, [first, second].join(delimiter)).path).toBe(join(second, 'chromium'));
});

test.each([
  ['Google Chrome for Testing 149.0.7827.200', CHROMIUM],
  ['Microsoft Edge 149.0', CHROMIUM],
  ['Mozilla Firefox 153.7.0esr', FIREFOX],
])('a program that the user names is what it says: %s', (text, kind) => {
  const path = join(folderThatSays(text, 'mine'), 'mine');
  const found = findBrowser(path, '');
  expect(found.path).toBe(path);
  expect(found.kind).toBe(kind);
});

test('a program that is not a browser is refused, with what it says', () => {
  const path = join(folderThatSays('curl 8.14.1', 'chromium'), 'chromium');
  expect(() => findBrowser(path, '')).toThrow(/is neither Chromium, .* nor Firefox: --version says "curl 8\.14\.1"/);
});

test('a name is searched in the path', () => {
  const folder = folderThatSays('Mozilla Firefox 153.7.0esr', 'mine');
  expect(findBrowser('mine', [folderWith(), folder].join(delimiter))).toEqual({
    path: join(folder, 'mine'),
    kind: FIREFOX,
  });
  expect(() => findBrowser('mine', folderWith())).toThrow(
    'there is no program "mine" in the folders of PATH; name the program of Chromium, Chrome or Firefox',
  );
});

test('what is named must be a program', () => {
  const folder = folderWith();
  writeFileSync(join(folder, 'text'), 'no program');
  mkdirSync(join(folder, 'folder'));
  const problem = (given: string): string => {
    try {
      return findBrowser(given, '').path;
    } catch (error) {
      return error instanceof Error ? error.message.replace(folder, '') : '';
    }
  };
  const remedy = 'name the program of Chromium, Chrome or Firefox, such as /usr/bin/chromium, with the option browser';
  expect(problem(join(folder, 'text'))).toBe(`"/text" is not a program; ${remedy}`);
  expect(problem(join(folder, 'folder'))).toBe(`"/folder" is a folder; ${remedy}`);
  expect(problem(join(folder, 'missing'))).toBe(`"/missing" does not exist; ${remedy}`);
  expect(problem(join(folder, 'text', 'below'))).toBe(`"/text/below" does not exist; ${remedy}`);
  expect(problem('')).toBe(`the name of the browser is empty; ${remedy}`);
});

test('relative folders of the path are not searched', () => {
  const found = ((): string => {
    try {
      return findBrowser(null, '.').path;
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  })();
  expect(found).toMatch(/^(?:\/(?:usr|snap)\/|no Chromium, Chrome or Firefox was found)/);
});

test('a Firefox that lacks what Playwright asks for gets a version of Playwright that fits', () => {
  const { kind } = findBrowser(join(folderThatSays('Mozilla Firefox 153.7.0esr', 'firefox'), 'firefox'), '');
  expect(kind.remedy('Protocol error (emulation.setMediaFeaturesOverride): unknown command')).toContain(
    'npm install playwright-core@1.64.1',
  );
  expect(kind.remedy('no display')).toBeNull();
});
