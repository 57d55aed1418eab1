/** Checks that tests mirror the source tree, and that every source file with logic has a test that names it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The demo's site, programs for development, and scripts that tests run in a browser. */
const NOT_COUNTED = [
  'config/demo-site/**',
  'config/tools/**',
  'src/report/html/client/**',
  'src/playground/client/**',
  '**/client-bundle.ts',
];
/** Measurements, and tests that run other tests. */
const NOT_TESTS = ['test/bench/**', 'test/engines/**', 'test/mutants/**'];
/** Folders whose tests are about the whole program. */
const WHOLE_PROGRAM = ['browser', 'calibration', 'demo', 'kill', 'laws', 'released', 'secrets'];

const sources = globSync('{src,crawler,db,config}/**/*.ts', { cwd: ROOT, exclude: NOT_COUNTED });
const files = globSync('test/**/*.ts', { cwd: ROOT, exclude: NOT_TESTS });
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const tests = files.filter((file) => /\.(?:test|slow)\.ts$/.test(file));

const covered = tests.flatMap((file) =>
  coversOf(texts.get(file) ?? '').map((glob) => ({ file, glob, sources: filesOf(glob) })),
);
const coveredFiles = new Set(covered.flatMap((each) => each.sources));
const imported = new Set(Array.from(texts, ([file, text]) => importsOf(file, text)).flat());
/** `test/url/parse` for `test/url/parse.test.ts`. */
const names = new Set(tests.map((file) => file.replace(/\.\w+\.ts$/, '')));

test('every source file with logic has a test that names it', () => {
  const missing = sources.filter(
    (file) => !imported.has(file) && !hasTestOfItsName(file) && !coveredFiles.has(file) && hasLogic(file),
  );
  expect(
    missing,
    'Write a test of its name in the same folder under test/, or import it in one. If another test would fail without it, add the path to the comment at the head of that test: "Covers: src/url/a.ts, src/text/*.ts".',
  ).toEqual([]);
});

test('every path after "Covers:" matches a file', () => {
  const wrong = covered.filter((each) => each.sources.length === 0);
  expect(wrong, 'These files were moved or removed: correct the paths.').toEqual([]);
});

test('every folder of tests mirrors a source folder', () => {
  const folders = new Set(tests.map(dirname));
  const orphans = [...folders].filter(
    (folder) => !WHOLE_PROGRAM.includes(folder.split('/')[1] ?? '') && !sourceFolders(folder).some(isFolder),
  );
  expect(orphans, 'Move these tests to the folder under test/ that has the name of the source folder.').toEqual([]);
});

/** The globs of the lines `Covers: a.ts, b/{c,d}.ts` in the comment at the head of a test, without braces. */
function coversOf(text: string): readonly string[] {
  const [head = ''] = /^\/\*\*[^]*?\*\/(?=\n)/.exec(text) ?? [];
  return Array.from(head.matchAll(/^(?:\/\*\*| \*) Covers: (.+?)(?: \*\/)?$/gm), ([, list = '']) =>
    list.split(/,\s+/).flatMap(alternatives),
  ).flat();
}

/** The sources that a glob matches. Most globs are paths, and a match takes long. */
function filesOf(glob: string): readonly string[] {
  return glob.includes('*')
    ? sources.filter((file) => matchesGlob(file, glob))
    : sources.filter((file) => file === glob);
}

/** `b/c.ts` and `b/d.ts` for `b/{c,d}.ts`. */
function alternatives(glob: string): readonly string[] {
  const [, start = '', list = '', end = ''] = /^(.*)\{(.+)\}(.*)$/.exec(glob) ?? [];
  return list === '' ? [glob] : list.split(',').map((one) => start + one + end);
}

/** The project's files that a file imports. An import of types alone tests nothing. */
function importsOf(file: string, text: string): readonly string[] {
  const paths = text.matchAll(/\b(?:import|export)\s+(?!type\b)[^;']*?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g);
  return Array.from(paths, ([, path = '', dynamic = '']) => join(dirname(file), path || dynamic));
}

/** Whether a test in the mirrored folder, or in a folder above it, has the file's name. */
function hasTestOfItsName(file: string): boolean {
  for (let folder = join('test', dirname(file).replace(/^src/, '')); folder !== '.'; folder = dirname(folder)) {
    if (names.has(join(folder, basename(file, '.ts')))) return true;
  }
  return false;
}

function hasLogic(file: string): boolean {
  const code = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'));
  return /\bfunction\b|\bclass\b|=>/.test(code.replace(/\/\*[^]*?\*\/|\/\/.*/g, ''));
}

function sourceFolders(folder: string): readonly string[] {
  const mirrored = folder.replace(/^test\/?/, '');
  return [mirrored, join('src', mirrored)];
}

function isFolder(folder: string): boolean {
  return existsSync(join(ROOT, folder));
}
