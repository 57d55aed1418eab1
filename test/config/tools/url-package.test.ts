import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeUrlPackage } from '../../../config/tools/url-package.ts';

const ROOT = join(import.meta.dirname, '../../..');

let root: string;
let out: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dustpan-url-'));
  out = join(root, 'dist/url');
  for (const file of ['LICENSE', 'CHANGELOG.md', 'package.json', 'docs/dustpan-url.md']) {
    cpSync(join(ROOT, file), join(root, file));
  }
  for (const name of ['index', 'lazy', 'slug']) {
    write(`${name}.js`, '');
    write(`${name}.d.ts`, '');
  }
  write('lazy/LICENSES.txt', 'MIT');
});

/** Writes a file as the build would. */
function write(name: string, text: string): void {
  const file = join(root, 'dist/src', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

test('modules and types that an entry needs are in the package', () => {
  write('index.js', `export { a } from './url/a.js';`);
  write('url/a.js', `export const a = async () => import('./b.js');`);
  write('url/b.js', `export { getDomain } from 'tldts/dist/x.js'; // import 'node:fs'`);
  write('index.d.ts', `export type { C } from './url/c.ts';`);
  write('url/c.d.ts', 'export type C = 1;');
  write('url/unused.js', '');
  writeUrlPackage(root, out);
  for (const file of ['url/a.js', 'url/b.js', 'url/c.d.ts', 'lazy/LICENSES.txt', 'README.md', 'LICENSE']) {
    expect(readFileSync(join(out, file), 'utf8')).toBeTypeOf('string');
  }
  expect(() => readFileSync(join(out, 'url/unused.js'))).toThrow('ENOENT');
});

test('the manifest has the version of dustpan and two dependencies', () => {
  writeUrlPackage(root, out);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(out, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'dustpan-url', version, sideEffects: false });
  expect(Object.keys(manifest.dependencies)).toEqual(['tldts', 'tr46']);
});

test.each(['node:fs', 'fs', 're2js', 'tr46x', '../db/index.js'])('a module that imports %s is refused', (name) => {
  write('slug.js', `import './url/a.js';`);
  write('url/a.js', `import x from '${name.startsWith('.') ? `../${name}` : name}';`);
  expect(() => writeUrlPackage(root, out)).toThrow(/url\/a\.js imports .* is not for dustpan-url/);
});

test('types that need another package are refused', () => {
  write('index.d.ts', `export declare const a: import('undici').Agent;`);
  expect(() => writeUrlPackage(root, out)).toThrow('index.d.ts imports undici');
});
