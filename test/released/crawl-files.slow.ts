import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import { dustpan } from '../cli/dustpan.ts';
import { CRAWL_FILES, contentsOf, unpackCrawlFile } from './crawl-files.ts';
import type { Surface } from './surface.ts';

const formats = globSync(join(CRAWL_FILES, '*.dustpan.gz')).map((file) => basename(file, '.dustpan.gz'));

test.each(formats)('a crawl file of %s is upgraded, and has all that it had', async (format) => {
  const path = join(mkdtempSync(join(tmpdir(), 'dustpan-released-')), 'old.dustpan');
  unpackCrawlFile(format, path);
  const contents: unknown = JSON.parse(readFileSync(join(CRAWL_FILES, `${format}.json`), 'utf8'));
  expect(await contentsOf(path)).toMatchObject(Object(contents));
});

test('the last release has a crawl file here', () => {
  const released: Surface = JSON.parse(readFileSync(join(import.meta.dirname, 'golden/surface.json'), 'utf8'));
  const newest = released['formats of crawls']?.findLast((format) => format.startsWith('file ')) ?? '';
  expect(existsSync(join(CRAWL_FILES, `${newest.replace('file ', 'format-')}.dustpan.gz`))).toBe(true);
});

test('a crawl with keys of another version is refused, and still read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-released-'));
  const path = join(folder, 'a.dustpan');
  unpackCrawlFile('format-10', path);
  const frontier = await openSqliteFrontier(path);
  const settings: unknown = JSON.parse((await frontier.getMeta('keys')) ?? '');
  await frontier.setMeta('keys', JSON.stringify({ ...Object(settings), version: '0' }));
  await frontier.close();
  expect(await dustpan(['crawl', '--db', path], '', folder)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'made by another version of dustpan, which gives some URLs other keys: name another crawl',
    ),
  });
  const { code, stdout } = await dustpan(['urls', path], '', folder);
  expect({ code, urls: stdout.trim().split('\n').length }).toEqual({ code: 0, urls: 37 });
});
