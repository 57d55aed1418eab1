import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, markdownFiles, ROOT, readPage } from './markdown.ts';

/** The sources of the exports of `dustpan` and `dustpan-url`, by import. */
const { compilerOptions: own }: { compilerOptions: { paths: Readonly<Record<string, readonly [string]>> } } =
  JSON.parse(readPage('tsconfig.json'));

test('the programs of the pages fit the types of the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-docs-'));
  const pages = markdownFiles().filter((file) => !file.startsWith('docs/api/'));
  const programs = pages.flatMap((file) =>
    blocksOf(readPage(file))
      .filter(({ language }) => language === 'ts')
      .map(({ lines, start }) => ({
        name: `${file.replaceAll('/', '-')}-${start + 1}.mts`,
        code: `${lines.join('\n')}\nexport {};\n`,
      })),
  );
  expect(programs.length).toBeGreaterThan(5);
  for (const { name, code } of programs) writeFileSync(join(folder, name), code);
  const compilerOptions = {
    rootDir: '/',
    isolatedDeclarations: false,
    declaration: false,
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: Object.fromEntries(Object.entries(own.paths).map(([name, [file]]) => [name, [join(ROOT, file)]])),
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions,
      include: [join(folder, '*.mts'), join(ROOT, 'src/**/*.d.ts')],
    }),
  );
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('the exports are those of the package', () => {
  const { exports }: { exports: Readonly<Record<string, unknown>> } = JSON.parse(readPage('package.json'));
  const names = Object.keys(exports).filter((name) => name !== './package.json');
  const sources = names.map((name) => name.replace(/^\./, 'dustpan'));
  expect(Object.keys(own.paths).filter((name) => !name.startsWith('dustpan-url'))).toEqual(
    expect.arrayContaining(sources),
  );
});
