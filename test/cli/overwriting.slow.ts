/**
 * Reports and lists that would be written over a crawl.
 *
 * Covers: src/cli/io/databases.ts
 */
import { existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import { found } from '../db/helpers.ts';
import { dustpan, temporaryFolder } from './dustpan.ts';

const folder = temporaryFolder();
const crawl = join(folder, 'a.dustpan');
const list = join(folder, 'list.txt');

beforeAll(async () => {
  const frontier = await openSqliteFrontier(crawl);
  await frontier.add([found('http://a.example/')]);
  await frontier.close();
  writeFileSync(list, 'http://a.example/\nno url\n');
  symlinkSync(crawl, join(folder, 'link'));
  linkSync(crawl, join(folder, 'hard-link'));
});

const COMMANDS: readonly (readonly string[])[] = [
  ['export', crawl, '--format', 'csv', '-o'],
  ['audit', crawl, '--format', 'html', '-o'],
  ['facts', crawl, '--export'],
  ['learn', crawl, '--facts'],
  ['dedup', list, '-o'],
  ['dedup', list, '--rejects'],
  ['dedup', list, '--groups'],
  ['dedup', list, '--undecided'],
  ['dedup', list, '--append', '--against'],
];

describe.each(COMMANDS)('%s %s %s %s %s', (...command) => {
  const args = command.filter((arg) => arg !== undefined);

  test.each(['a.dustpan', 'a.dustpan-wal', 'a.dustpan-shm', 'a.dustpan-journal', 'link', 'hard-link'])(
    'is not written to %s',
    async (name) => {
      const before = readFileSync(crawl);
      const { code, stderr } = await dustpan([...args, join(folder, name)]);
      expect(stderr).toMatch(/^dustpan: .*choose another output file\n$/);
      expect(code).toBe(2);
      expect(readFileSync(crawl).equals(before)).toBe(true);
      expect(existsSync(join(folder, 'a.dustpan-wal'))).toBe(false);
    },
  );
});

test('a report of a crawl that is still to be made is not written to what SQLite keeps beside its file', async () => {
  const database = join(folder, 'new.db');
  const args = ['audit', 'http://127.0.0.1:1/', '--db', database, '--format', 'json', '-o', `${database}-wal`];
  const { code, stderr } = await dustpan(args);
  expect(stderr).toMatch(/belongs to the crawl file .*new\.db; choose another output file\n$/);
  expect(code).toBe(2);
  expect(existsSync(database)).toBe(false);
});

test('a file with such a name that belongs to no database is written', async () => {
  const output = join(folder, 'urls-wal');
  expect((await dustpan(['dedup', list, '-o', output])).code).toBe(1);
  expect(readFileSync(output, 'utf8')).toContain('http://a.example/');
});
