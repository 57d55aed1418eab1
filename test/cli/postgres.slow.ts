/** A crawl on a server is named wherever a crawl's file is, and the password is shown nowhere. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { links, site } from '../crawler/web.ts';
import { startServer, type TestServer } from '../db/postgres/server.ts';
import { type Crawled, crawled } from './crawled.ts';
import { dustpan, launcher, start } from './dustpan.ts';

const PASSWORD = 'hidden-Broom-7';

let server: TestServer;
let file: Crawled;
let address = '';
const said: string[] = [];

async function asSuperuser(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const { code, stdout, stderr } = await dustpan(args, '', file.folder);
  said.push(stdout, stderr);
  return { code, stdout };
}

/** Without what differs between two crawls of one site. */
const plain = (text: string): string =>
  file.plain(text).replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z| \d\d:\d\d UTC)?|(?<="fetchedAt":)[\d.]+/g, 'TIME');

beforeAll(async () => {
  server = await startServer();
  await asSuperuser(`CREATE ROLE ann LOGIN PASSWORD '${PASSWORD}'; GRANT CREATE ON DATABASE postgres TO ann`);
  file = await crawled();
  const url = new URL(`${server.url}?crawl=shop`);
  url.username = 'ann';
  url.password = PASSWORD;
  address = url.href;
  const flags = ['--depth', '2', '--retries', '0', '--concurrency', '1', '--json'];
  expect(await run('crawl', `${file.origin}/`, '--db', address, ...flags)).toMatchObject({ code: 0 });
});
afterAll(async () => server.close());

describe('a crawl on a server is read as one in a file', () => {
  test.each<[name: string, args: (store: string) => readonly string[]]>([
    ['urls', (store) => ['urls', store]],
    ['export', (store) => ['export', store, '--format', 'csv']],
    ['why', (store) => ['why', store, `${file.origin}/a#top`]],
    ['facts', (store) => ['facts', store, '--json']],
    ['audit', (store) => ['audit', store, '--no-fetch', '--format', 'text']],
    ['audit --db', (store) => ['audit', '--db', store, '--no-fetch', '--format', 'csv']],
    ['dedup --facts', (store) => ['dedup', '--facts', store, '/dev/null']],
  ])('%s', async (_, args) => {
    const [there, here] = [await run(...args(address)), await run(...args(file.database))];
    expect(there.code).toBe(here.code);
    expect(plain(there.stdout)).toBe(plain(here.stdout));
  });
});

test('crawl resumes it, learn and probe write to it, and a misspelled name is refused', async () => {
  for (const args of [['learn'], ['probe', '--db'], ['crawl', '--retries', '0', '--json', '--db']]) {
    const [there, here] = [await run(...args, address), await run(...args, file.database)];
    expect(there.code, args.join(' ')).toBe(here.code);
  }
  const missing = address.replace('crawl=shop', 'crawl=shoop');
  for (const args of [
    ['crawl', '--db', missing],
    ['urls', missing],
  ])
    expect(await run(...args)).toMatchObject({ code: 2 });
  expect(await asSuperuser("SELECT nspname FROM pg_namespace WHERE nspname = 'dustpan_shoop'")).toEqual([]);
});

test('a crawl of an older version is upgraded as the message says', async () => {
  expect(await run('copy', file.database, address.replace('crawl=shop', 'crawl=older'))).toMatchObject({ code: 0 });
  await asSuperuser(
    'DROP TABLE dustpan_older.former_key; ALTER TABLE dustpan_older.program DROP COLUMN process; ALTER TABLE dustpan_older.about DROP CONSTRAINT about_pkey, DROP COLUMN rekeyer, DROP COLUMN unfinished; ALTER TABLE dustpan_older.entry DROP COLUMN first_failure, DROP COLUMN location; ALTER TABLE dustpan_older.spelling DROP COLUMN mark; UPDATE dustpan_older.about SET version = 1',
  );
  const name = address.replace('crawl=shop', 'crawl=older');
  const { code, stderr } = await dustpan(['learn', name], '', file.folder);
  expect(code).toBe(2);
  expect(stderr).toContain('(dustpan crawl --db URL)');
  expect(await run('crawl', '--retries', '0', '--db', name)).toMatchObject({ code: 0 });
  expect(await run('learn', name)).toMatchObject({ code: 0 });
});

test.each(['crawl', 'audit'])(
  '%s waits for a server that goes away, says so, and hides the password',
  async (command) => {
    const asked = Promise.withResolvers<() => void>();
    const web = await site({ '/': (_, response) => asked.resolve(() => response.end(links('/'))), '/robots.txt': '' });
    const store = `${address.replace('crawl=shop', `crawl=${command}`)}&password=${PASSWORD}`;
    const { process, ended } = start([command, `${web.origin}/`, `--db=${store}`]);
    let stderr = '';
    process.stderr?.on('data', (text: string) => {
      stderr += text;
    });
    const answer = await asked.promise;
    expect(readFileSync(`/proc/${process.pid}/cmdline`, 'latin1')).toMatch(
      /^dustpan \w+ http:\S+ --db=postgres:\/\/ann@[\d.:]+\/postgres\?crawl=\w+\0*$/,
    );
    await server.stop('SIGKILL');
    answer();
    const notices = (): string => stderr.match(/ (?:does not answer; waiting for it|answers again)\n/g)?.join('') ?? '';
    while (!notices().endsWith('waiting for it\n')) await once(process.stderr ?? process, 'data');
    await server.start();
    const { code, stdout } = await ended;
    said.push(stdout, stderr);
    expect(code).toBe(0);
    // Once each, and once more where the server stands still for long after its start.
    expect(notices()).toMatch(/^(?: does not answer; waiting for it\n answers again\n)+$/);
  },
);

test('a command that is suggested works as it is copied', async () => {
  const { stderr } = await dustpan(['audit', '--no-fetch', address], '', file.folder);
  const [, args = ''] = / dustpan (audit .*)$/m.exec(stderr) ?? [];
  expect(args).toContain(` --db 'postgres://ann@`);
  const command = `'${process.execPath}' '${launcher}' ${args} --depth 2 --retries 0 || true`;
  const environment = { ...process.env, PGPASSWORD: PASSWORD };
  const again = await promisify(execFile)('sh', ['-c', command], { cwd: file.folder, env: environment });
  expect(again.stderr).toContain('checking the site for changes');
});

test('neither messages nor the tables have the password', async () => {
  await run('crawl', `${file.origin}/`, '--db', address.replace(/:\d+\//, ':1/'));
  await run('crawl', `${file.origin}/`, '--db', `${address}&sslmode=verify-ca`, '--verbose');
  const open = `${address}&password=${PASSWORD}`;
  for (const args of [['audit', '--no-fetch'], ['audit', '--depth', '1'], ['probe'], ['crawl'], ['dedup'], ['crawls']])
    await run(...args, open);
  for (const broken of [`12/${PASSWORD}`, `12?${PASSWORD}&${PASSWORD}`, `12#${PASSWORD}`])
    await run('crawl', '--db', `postgres://ann:${broken}@127.0.0.1/postgres?crawl=shop`);
  expect(said.join('\n')).toContain('/postgres?crawl=shop');
  expect(said.join('\n')).not.toContain(PASSWORD);
  const tables = await asSuperuser(
    "SELECT relname FROM pg_class WHERE relnamespace = 'dustpan_shop'::regnamespace AND relkind = 'r'",
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { relname } of tables) {
    const rows = await asSuperuser(
      `SELECT t::text FROM dustpan_shop.${String(relname)} AS t WHERE t::text LIKE '%${PASSWORD}%'`,
    );
    expect(rows, String(relname)).toEqual([]);
  }
});
