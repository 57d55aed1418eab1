/** Covers: src/cli/commands/check-pass.ts */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { links, site } from '../crawler/web.ts';
import { dustpan, ndjson, temporaryFolder } from './dustpan.ts';

const GOOD = `{ name: 'drop-all', class: 'changing', summary: 'x', apply: (url) => (url.fragment === null ? url : { ...url, fragment: null }) }`;
const IDLE = `{ name: 'idle', class: 'changing', summary: 'x', apply: (url) => url }`;
const BAD = `{ name: 'lengthen', class: 'changing', summary: 'x', apply: (url) => ({ ...url, path: url.path + 'a' }) }`;

function folderWith(content: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'dustpan.config.mjs'), content);
  return folder;
}

test('passes that hold to the laws exit with 0, others with 1 and a counterexample', async () => {
  const folder = folderWith(`export default { passes: [${GOOD}] }; export const other = ${BAD};`);
  const args = ['check-pass', 'dustpan.config.mjs', '--urls', '500', '--json'];
  const { code, stdout } = await dustpan(args, '', folder);
  expect(code).toBe(1);
  expect(ndjson(stdout)).toEqual([
    expect.objectContaining({
      pass: 'drop-all',
      changed: expect.any(Number),
      class: 'changing',
      isClassChecked: false,
    }),
    expect.objectContaining({ pass: 'lengthen', law: 'idempotent', counterexample: [expect.any(String)] }),
  ]);
  const good = await dustpan(
    ['check-pass', 'dustpan.config.mjs', '--urls', '500'],
    '',
    folderWith(`export default ${GOOD}`),
  );
  expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('drop-all: total, idempotent') });
});

test('a file without passes is wrong usage', async () => {
  const { code, stderr } = await dustpan(['check-pass', 'dustpan.config.mjs'], '', folderWith('export default {}'));
  expect(code).toBe(2);
  expect(stderr).toContain('exports no passes');
});

test('passes of the configuration are listed, and named with their class by a crawl', async () => {
  const folder = folderWith(
    `export default { passes: [{ name: 'drop-print', class: 'changing', summary: 'drops print', apply: (url) => (url.path === '/print' ? { ...url, path: '/' } : url) }] };`,
  );
  const list = await dustpan(['passes', '--json'], '', folder);
  expect(ndjson(list.stdout).at(-1)).toMatchObject({ name: 'drop-print', class: 'changing', summary: 'drops print' });
  expect((await dustpan(['passes'], '', folder)).stdout).toContain('\n  drop-print\n    drops print\n');
  const { origin } = await site({ '/': links('/print') });
  const { stdout } = await dustpan(['crawl', `${origin}/`], '', folder);
  expect(stdout).toMatch(/1 {2}drop-print {2}changing/);
});

test('a pass that changed nothing was not tested, and its examples must hold', async () => {
  const idle = await dustpan(
    ['check-pass', 'dustpan.config.mjs', '--urls', '100'],
    '',
    folderWith(`export default ${IDLE}`),
  );
  expect(idle).toMatchObject({ code: 1, stdout: expect.stringContaining('so nothing was tested') });
  const wrong = IDLE.replace('summary', "examples: [{ before: 'http://a/b', after: 'http://a/' }], summary");
  const broken = await dustpan(['check-pass', 'dustpan.config.mjs'], '', folderWith(`export default ${wrong}`));
  expect(broken).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('example: the pass idle breaks its example'),
  });
});
