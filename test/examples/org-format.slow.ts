/** Covers: src/lists/formats/guarded.ts, src/lists/reading/line-cutter.ts */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { dustpan, type Ended } from '../cli/dustpan.ts';
import { serve } from '../crawler/web.ts';
import { projectWith } from './project.ts';

const ORG = `#+TITLE: Bröoms
* Shops
** [[https://example.com/a][One]]
** [[https://example.com/a?utm_source=x][The same]]
   a note
** [[https://example.com/ü][Another]]
`;

let folder = '';
beforeAll(() => {
  folder = projectWith('org-format.ts');
  writeFileSync(join(folder, 'links.org'), ORG);
  writeFileSync(join(folder, 'links.txt'), ORG);
});

const dedup = (...args: readonly string[]): Promise<Ended> => dustpan(['dedup', ...args], '', folder);
const MINE = ['--config', 'org-format.ts'];

describe('the list format of the example', () => {
  test.each([
    ['is known by the extension', ['links.org', ...MINE]],
    ['is named with --input-format', ['links.txt', '--input-format', 'org', ...MINE]],
  ])('%s, and keeps everything between the links', async (_, args) => {
    const { code, stdout } = await dedup(...args);
    expect(stdout).toBe(ORG.replace(/.*The same.*\n/, ''));
    expect(code).toBe(0);
  });

  test('reads the list of --against, and yields URLs as text', async () => {
    writeFileSync(join(folder, 'seen.org'), '[[https://example.com/a][x]]');
    const { stdout } = await dedup('links.org', '--against', 'seen.org', '--emit', 'canonical', ...MINE);
    expect(stdout).toBe('https://example.com/%C3%BC\n');
  });

  test('is unknown without the configuration', async () => {
    const { code, stderr } = await dedup('links.org', '--input-format', 'org');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^dustpan: unknown format "org".*\n$/);
  });

  test('reads the seeds of a crawl', async () => {
    const web = await serve({ '/': 'home', '/a': 'a' });
    writeFileSync(join(folder, 'seeds.org'), `* [[${web.origin}/][home]]\n* [[${web.origin}/a][a]]\n`);
    const { code } = await dustpan(['crawl', '--seeds', 'seeds.org', '--db', 'a.dustpan', ...MINE], '', folder);
    await web.close();
    expect(code).toBe(0);
    expect(web.requests.toSorted()).toEqual(['/', '/a']);
  });
});

describe('a list format that', () => {
  test.each([
    ['throws', `push() { throw new Error('no'); }, end: () => []`, 'threw "Error: no"'],
    ['returns no pieces', `push: () => [{ url: 7 }], end: () => []`, 'returned something else than pieces'],
    ['returns nothing', `push() {}, end() {}`, 'returned something else than pieces'],
    ['loses bytes', `push: () => [], end: () => []`, `lost the last ${Buffer.byteLength(ORG)} bytes of the document`],
    [
      'changes bytes',
      `push: (bytes) => [{ bytes: bytes.toUpperCase(), url: null, line: 1 }], end: () => []`,
      'changed the document between its entries',
    ],
  ])('%s ends the run with one line, and no file is written', async (_, reader, message) => {
    const format = `{ name: 'bad', description: 'd', extensions: ['.org'], matches: () => false, output: 'lines',
      createReader: () => ({ ${reader} }) }`;
    writeFileSync(join(folder, 'bad.mjs'), `export default { listFormats: [${format}] };`);
    const { code, stderr } = await dedup('links.org', '--config', 'bad.mjs', '-o', 'out.org');
    expect(code).toBe(2);
    expect(stderr).toBe(
      `dustpan: links.org: the list format bad ${message}; correct the format\n`.replace(
        'pieces;',
        'pieces, which have bytes, a url or null, and a line;',
      ),
    );
    expect(() => readFileSync(join(folder, 'out.org'))).toThrow('ENOENT');
  });
});
