/**
 * Covers: db/postgres/{add,database,digest,frontier,lease,ledger,links,listings,locks,maintenance,open,problems}.ts
 * Covers: db/postgres/{pages,programs,prune,read,rekey,schema,session,settle,site-names,spellings,statement,text,transaction}.ts
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FoundUrl, type Frontier, openFrontier } from '../../../db/index.ts';
import { dumpCrawl } from '../../../db/postgres/dump.ts';
import { lockOf } from '../../../db/postgres/locks.ts';
import { openPostgresFrontier } from '../../../db/postgres/open.ts';
import { VERSION } from '../../../db/postgres/schema.ts';
import { SILENCE } from '../../../db/programs.ts';
import { claim, evidence, NO_WWW, rekeying } from '../claims.ts';
import { describeFrontier } from '../conformance.ts';
import { entriesOf, found, ONCE, page, request } from '../helpers.ts';
import { describeLedger } from '../ledger-conformance.ts';
import { describeAsModel } from '../model-conformance.ts';
import { describeSharing } from '../sharing-conformance.ts';
import { startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());
let crawls = 0;

const open = async (): Promise<Frontier> => openPostgresFrontier(`${server.url}?crawl=c${crawls++}`);
for (const describeStore of [describeFrontier, describeLedger]) describeStore('PostgresFrontier', open);
describeAsModel('PostgresFrontier', open, 5);

const openWithParts = async (): Promise<Frontier> => openPostgresFrontier(`${server.url}?crawl=c${crawls++}`, {}, 1);
describeAsModel('PostgresFrontier that rekeys in parts', openWithParts, 5);

let shared = '';
describeSharing('PostgresFrontier', {
  open: async (isFirst) => {
    if (isFirst) shared = `s${crawls++}`;
    return openPostgresFrontier(`${server.url}?crawl=${shared}`);
  },
  silence: async (frontier) => {
    const [self] = await frontier.programs();
    const client = new pg.Client(server.url);
    await client.connect();
    const silence = `UPDATE dustpan_${shared}.program SET seen = seen - $1::interval WHERE token = $2`;
    await client.query(silence, [`${SILENCE + 1} milliseconds`, self?.name]);
    await client.end();
  },
});

test('a lease waits for one site at most, because programs that wait for each other would wait in a circle', async () => {
  const crawl = `s${crawls++}`;
  const frontier = await openPostgresFrontier(`${server.url}?crawl=${crawl}`);
  await frontier.add([found('https://a.example/'), found('https://b.example/')]);
  const [first, second] = [new pg.Client(server.url), new pg.Client(server.url)];
  for (const [other, site] of [
    [first, 'a.example'],
    [second, 'b.example'],
  ] as const) {
    await other.connect();
    await other.query('BEGIN');
    await other.query(`SELECT 1 FROM dustpan_${crawl}.site WHERE name = $1 FOR UPDATE`, [site]);
  }
  const leasing = frontier.lease(request());
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'dustpan %' AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await second.query(waiting)).rows.length).toBeGreaterThan(0);
  await first.query('COMMIT');
  expect((await leasing).map(({ site }) => site)).toEqual(['a.example']);
  await Promise.all([first.end(), second.end()]);
  await frontier.close();
});

test('a crawl with a total goes on while it is copied', async () => {
  const name = `${server.url}?crawl=s${crawls++}`;
  const frontier = await openPostgresFrontier(name);
  await frontier.add([found('https://a.example/')]);
  await frontier.close();
  const copying = dumpCrawl(name);
  await copying.next();
  const again = await openPostgresFrontier(name);
  expect(await again.lease(request({ now: again.now(), total: 5 }))).toHaveLength(1);
  await copying.return(undefined);
  await again.close();
});

test('what is set for the user does not change how a crawl is stored', async () => {
  const [crawl, admin] = [`s${crawls++}`, new pg.Client(server.url)];
  await admin.connect();
  await admin.query('CREATE ROLE strict LOGIN SUPERUSER');
  for (const setting of [
    "default_transaction_isolation = 'repeatable read'",
    'array_nulls = off',
    'extra_float_digits = -10',
    "bytea_output = 'escape'",
    'standard_conforming_strings = off',
    "client_encoding = 'LATIN1'",
    "DateStyle = 'SQL, DMY'",
    "search_path = 'nowhere'",
  ])
    await admin.query(`ALTER ROLE strict SET ${setting}`);
  const address = new URL(`${server.url}?crawl=${crawl}`);
  address.username = 'strict';
  const frontier = await openPostgresFrontier(address.href);
  const url = 'https://a.example/\\\u65e5';
  await frontier.add([found(url, { key: 'https://a.example/%5C' })]);
  const [lease] = await frontier.lease(request());
  await frontier.settle('run', [
    {
      id: lease?.id ?? 0,
      outcome: page({ contentType: 'text/html' }),
      found: [],
      at: 1_234_567_890_123.5,
      siteUntil: null,
    },
  ]);
  expect(await entriesOf(frontier)).toMatchObject([{ url, fetchedAt: 1_234_567_890_123.5, contentType: 'text/html' }]);
  await admin.query('BEGIN');
  await admin.query(`SELECT pg_advisory_xact_lock(${lockOf('write', `'dustpan_${crawl}'`)})`);
  await admin.query(`UPDATE dustpan_${crawl}.about SET epoch = 1`);
  const adding = frontier.add([found('https://a.example/2')], null, 0);
  const refused = expect(adding).rejects.toMatchObject({ code: 'stale-keys' });
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE usename = 'strict' AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await admin.query(waiting)).rows.length).toBeGreaterThan(0);
  await admin.query('COMMIT');
  await refused;
  await Promise.all([frontier.close(), admin.end()]);
});

test.each([
  ['LATIN1', { code: 'no-access', message: expect.stringContaining('LATIN1') }],
  ['SQL_ASCII', null],
])('a database in %s holds every text, or no crawl', async (encoding, problem) => {
  const [address, admin] = [new URL(server.url), new pg.Client(server.url)];
  await admin.connect();
  await admin.query(`CREATE DATABASE in_${encoding} ENCODING ${encoding} LOCALE 'C' TEMPLATE template0`);
  await admin.end();
  address.pathname = `/in_${encoding.toLowerCase()}`;
  const opening = openPostgresFrontier(address.href);
  if (problem !== null) return expect(opening).rejects.toMatchObject(problem);
  const frontier = await opening;
  await frontier.add([found('https://a.example/\u65e5', { key: 'https://a.example/' })]);
  expect(await entriesOf(frontier)).toMatchObject([{ url: 'https://a.example/\u65e5' }]);
  return frontier.close();
});

test('with full durability, commits wait for the disk of a server that does not wait by itself', async () => {
  const url = new URL(server.url);
  const admin = new pg.Client(url.href);
  await admin.connect();
  await admin.query('CREATE DATABASE hasty');
  await admin.query('ALTER DATABASE hasty SET synchronous_commit = off');
  await admin.end();
  url.pathname = '/hasty';
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query(`
    CREATE TABLE seen (setting text);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO public.seen VALUES (current_setting(''synchronous_commit'')); RETURN NULL; END'`);
  for (const durability of ['normal', 'full'] as const) {
    const frontier = await openFrontier(`${url.href}?crawl=${durability}`, { durability });
    await client.query(
      `CREATE TRIGGER note AFTER INSERT ON dustpan_${durability}.entry EXECUTE FUNCTION public.note()`,
    );
    await frontier.add([found('https://a.example/')]);
    await frontier.close();
  }
  expect((await client.query('SELECT setting FROM seen')).rows).toEqual([{ setting: 'off' }, { setting: 'on' }]);
  await client.end();
});

test('programs that wait for a rekeying do not count as silent for that time', async () => {
  const name = `${server.url}?crawl=s${crawls++}`;
  const [waiting, own] = [await openPostgresFrontier(name), await openPostgresFrontier(name)];
  const seen = async (): Promise<number> => (await own.programs()).find(({ isSelf }) => !isSelf)?.seen ?? 0;
  const before = await seen();
  await own.rekey(rekeying([]));
  expect(await seen()).toBeGreaterThan(before);
  await Promise.all([waiting.close(), own.close()]);
});

test('the server knows that all rows of a new crawl have one bucket, and how many there are once it grows', async () => {
  const crawl = `s${crawls++}`;
  const frontier = await openPostgresFrontier(`${server.url}?crawl=${crawl}`);
  const client = new pg.Client(server.url);
  await client.connect();
  const distinct = `SELECT n_distinct FROM pg_stats WHERE schemaname = 'dustpan_${crawl}' AND attname = 'bucket'`;
  expect((await client.query(distinct)).rows).toEqual(Array.from({ length: 6 }, () => ({ n_distinct: 1 })));
  await frontier.add(Array.from({ length: 1500 }, (_, n) => found(`https://a.example/${n}`)));
  const known = `SELECT reltuples FROM pg_class WHERE oid = 'dustpan_${crawl}.entry'::regclass`;
  await expect.poll(async () => (await client.query(known)).rows).toEqual([{ reltuples: 1500 }]);
  await client.end();
  await frontier.close();
});

test('tables of version 1 are upgraded when a program writes, unless another one uses them', async () => {
  const crawls1 = [`s${crawls++}`, `s${crawls++}`];
  const client = new pg.Client(server.url);
  await client.connect();
  const columns = async (crawl = ''): Promise<unknown> => {
    const { rows } = await client.query(
      `SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default FROM information_schema.columns
       WHERE table_schema = 'dustpan_' || $1 ORDER BY 1, 2`,
      [crawl],
    );
    return rows;
  };
  const [fresh, old] = crawls1;
  const name = `${server.url}?crawl=${old}`;
  await (await openPostgresFrontier(`${server.url}?crawl=${fresh}`)).close();
  const writer = await openPostgresFrontier(name);
  await writer.add([found('https://a.example/')]);
  await client.query(`SET search_path = dustpan_${old}`);
  await client.query(
    'DROP TABLE former_key; ALTER TABLE program DROP COLUMN process; ALTER TABLE about DROP CONSTRAINT about_pkey, DROP COLUMN rekeyer, DROP COLUMN unfinished; ALTER TABLE entry DROP COLUMN first_failure, DROP COLUMN location; ALTER TABLE spelling DROP COLUMN mark; UPDATE about SET version = 1',
  );
  await expect(openPostgresFrontier(name, { readonly: true })).rejects.toMatchObject({ code: 'older-version' });
  await expect(openPostgresFrontier(name)).rejects.toMatchObject({ code: 'locked' });
  await client.query('UPDATE program SET gone = true');
  const upgraded = await openPostgresFrontier(name);
  expect(await upgraded.rekey(rekeying([NO_WWW]))).toMatchObject({ epoch: 1 });
  expect(await columns(old)).toEqual(await columns(fresh));
  expect((await client.query('SELECT version FROM about')).rows).toEqual([{ version: VERSION }]);
  await Promise.all([upgraded.close(), writer.close(), client.end()]);
});

test('entries of tables of version 3 remember which spellings they tried', async () => {
  const name = `${server.url}?crawl=s${crawls}`;
  const older = await openPostgresFrontier(name);
  const spelled = (path: string, ...ends: readonly string[]): FoundUrl[] =>
    ends.map((end) => found(`http://a/${path}${end}`, { key: `http://a/${path}`, pass: 'p' }));
  await older.add([...spelled('1', '?w', '?x', '?y', '?z'), ...spelled('2', '?w', '?x')]);
  await older.close();
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`SET search_path = dustpan_s${crawls++}`);
  await client.query(`
    ALTER TABLE program DROP COLUMN process;
    ALTER TABLE about DROP CONSTRAINT about_pkey;
    ALTER TABLE spelling DROP COLUMN mark;
    ALTER TABLE entry ADD COLUMN spellings_tried smallint NOT NULL DEFAULT 0;
    UPDATE entry SET spellings_tried = 2, state = 'failed', reason = 'http-404', status = 404, fetched_at = 1
    WHERE key = 'http://a/1';
    UPDATE about SET version = 3`);
  await client.end();
  const frontier = await openPostgresFrontier(name);
  expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 1, last: 1 });
  expect((await frontier.lease(request())).map(({ url }) => url)).toEqual(['http://a/1?z', 'http://a/2?w']);
  await frontier.close();
});

test('of damaged links, the spellings are left out', async () => {
  for (const spellings of ['[', '{}', '[null, [0], [0, 1]]']) {
    const frontier = await damaged(`UPDATE link SET spellings = '${spellings}'`);
    expect(await Array.fromAsync(frontier.links()), spellings).toMatchObject([{ from: 1, to: [{ id: 2, url: null }] }]);
    await frontier.close();
  }
});

test.each(['[', '{}', '[null]'])(
  'a rekey goes on where the sites of an unfinished one are damaged: %s',
  async (sites) => {
    const frontier = await damaged(`UPDATE about SET unfinished = '${sites}'`);
    expect(await frontier.rekey(rekeying([NO_WWW]))).toMatchObject({ epoch: 1 });
    await frontier.close();
  },
);

test('rows that a policy hides do not just miss', async () => {
  const crawl = `s${crawls++}`;
  const address = new URL(`${server.url}?crawl=${crawl}`);
  await (await openPostgresFrontier(address.href)).close();
  await change(
    crawl,
    `CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA dustpan_${crawl} TO reader;
     GRANT SELECT ON ALL TABLES IN SCHEMA dustpan_${crawl} TO reader; ALTER TABLE entry ENABLE ROW LEVEL SECURITY`,
  );
  address.username = 'reader';
  const frontier = await openPostgresFrontier(address.href, { readonly: true });
  await expect(entriesOf(frontier)).rejects.toMatchObject({ code: 'no-access' });
  await frontier.close();
});

test('damaged evidence and claims are left out, and the others count', async () => {
  const crawl = `s${crawls++}`;
  const frontier = await openPostgresFrontier(`${server.url}?crawl=${crawl}`);
  await frontier.addEvidence(['/1', '/2', '/3'].map((path) => evidence({ path })));
  await frontier.rekey(rekeying([NO_WWW, claim('slash', 'add')], ['a']));
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`SET search_path = dustpan_${crawl}`);
  await client.query(`UPDATE evidence SET evidence = CASE id WHEN 1 THEN '[' ELSE '{"kind":"www"}' END WHERE id < 3`);
  await client.query(`UPDATE claim SET claim = 'null' WHERE claim LIKE '%slash%'`);
  await client.end();
  expect([await frontier.evidence(), await frontier.claims()]).toEqual([[evidence({ path: '/3' })], [NO_WWW]]);
  await frontier.close();
});

/** Runs SQL in the schema of a crawl. */
async function change(crawl: string, sql: string): Promise<void> {
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`SET search_path = dustpan_${crawl}; ${sql}`);
  await client.end();
}

/** A crawl with a page that links to another one, in which SQL damages something. */
async function damaged(sql: string): Promise<Frontier> {
  const crawl = `s${crawls++}`;
  const frontier = await openPostgresFrontier(`${server.url}?crawl=${crawl}`);
  await frontier.add([found('https://a.example/'), found('https://a.example/2')]);
  const [lease] = await frontier.lease(request());
  const link = found('https://a.example/2#x', { key: 'https://a.example/2' });
  await frontier.settle('run', [{ ...ONCE, id: lease?.id ?? 0, outcome: page(), found: [link] }]);
  await frontier.release();
  await change(crawl, sql);
  return frontier;
}

describe('a damaged crawl is refused in one line', () => {
  test.each<[what: string, sql: string, read: (frontier: Frontier) => Promise<unknown>]>([
    [
      'numbers that JavaScript cannot tell from their neighbours: reading on would never end',
      'UPDATE entry SET id = 9007199254740993 WHERE id = 2; UPDATE entry SET id = 9007199254740992 WHERE id = 1',
      entriesOf,
    ],
    ['sums that are too large', 'UPDATE tally SET count = 9223372036854775807', async (frontier) => frontier.stats()],
    [
      'numbers that leave their range',
      "SELECT setval('turn_number', 9223372036854775807)",
      async (frontier) => frontier.add([found('https://b.example/')]),
    ],
    [
      'a check of the owner',
      "ALTER TABLE entry ADD CHECK (state <> 'leased')",
      async (frontier) => frontier.lease(request()),
    ],
    [
      'a trigger of the owner',
      `CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no\nmore''; END';
       CREATE TRIGGER no BEFORE UPDATE ON entry EXECUTE FUNCTION no()`,
      async (frontier) => frontier.lease(request()),
    ],
    ['a table without its row', 'DELETE FROM about', async (frontier) => frontier.lease(request())],
  ])('%s', async (_, sql, read) => {
    const frontier = await damaged(sql);
    await expect(read(frontier)).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(
        / has tables that are not those of a crawl \(.+\): restore a backup, or name another crawl$/,
      ),
    });
    await frontier.close();
  });
});
