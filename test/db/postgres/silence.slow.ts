/** A network that swallows what the server says: no connection ends, and nothing comes. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readAddress } from '../../../db/postgres/connection-settings.ts';
import { Database } from '../../../db/postgres/database.ts';
import { openPostgresFrontier } from '../../../db/postgres/open.ts';
import { statement } from '../../../db/postgres/statement.ts';
import { startServer, type TestServer } from './server.ts';
import { type SwitchProxy, switchProxy } from './switch-proxy.ts';

const ADD = statement<[name: string]>(`INSERT INTO meta (name, value) VALUES ($1, 'x')`);
const LOCK = statement<[]>('LOCK TABLE meta');
const NAMES = statement<[], { readonly name: string }>('SELECT name FROM meta');
/** In milliseconds. Longer than a busy machine lets a server stand still. */
const SILENCE = 1000;

let server: TestServer;
let proxy: SwitchProxy;
let superuser: pg.Client;
let database: Database;
const problems: string[] = [];
let crawls = 0;

beforeAll(async () => {
  server = await startServer();
  superuser = new pg.Client(server.url);
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await server.close();
});
beforeEach(async () => {
  const name = `silence-${crawls++}`;
  await (await openPostgresFrontier(`${server.url}?crawl=${name}`)).close();
  proxy = await switchProxy(Number(new URL(server.url).port));
  const url = new URL(server.url);
  url.port = String(proxy.port);
  problems.splice(0);
  database = new Database({
    ...readAddress(`${url.href}?crawl=${name}&sslmode=disable`),
    wait: 1,
    silence: SILENCE,
    onWait: (problem) => problems.push(problem),
    onBack: () => problems.push('back'),
  });
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

const names = async (): Promise<readonly string[]> =>
  database.read(async (session) => (await session.send(NAMES)).rows.map(({ name }) => name));

test.each(['before', 'after'] as const)(
  'a connection that is cut %s the server commits is given up, and the call takes effect once',
  async (when) => {
    let attempts = 0;
    const written = database.write(async (transaction) => {
      await transaction.rows(ADD, 'a');
      if (++attempts > 1) return;
      // What is sent until the end of this turn passes.
      if (when === 'before') proxy.swallow(false);
      else proxy.deafen();
    });
    await written;
    expect(attempts).toBe(when === 'before' ? 2 : 1);
    expect(await names()).toEqual(['a']);
  },
);

test('a statement that takes long is waited for', async () => {
  await names();
  await superuser.query(`BEGIN; LOCK TABLE "dustpan_silence-${crawls - 1}".meta`);
  let attempts = 0;
  const written = database.write(async (transaction) => {
    attempts++;
    await transaction.rows(LOCK);
    await transaction.rows(ADD, 'a');
  });
  const before = proxy.connections();
  await expect.poll(() => proxy.connections()).toBeGreaterThan(before + 3);
  await superuser.query('ROLLBACK');
  await written;
  expect(attempts).toBe(1);
  expect(await names()).toEqual(['a']);
});

test('a server that is cut off altogether is waited for and said to be away, and a program can end', async () => {
  await names();
  proxy.swallow(true);
  await expect(names()).rejects.toMatchObject({ code: 'unreachable' });
  expect(problems[0]).toMatch(/does not answer/);
  expect(problems).not.toContain('back');
  proxy.heal();
  for (const _ of [1, 2]) expect(await names()).toEqual([]);
  expect(problems.slice(-2)).toEqual([expect.stringContaining('does not answer'), 'back']);
  proxy.swallow(true);
});

test('calls that do not wait leave the next one all its time, and say nothing', async () => {
  await names();
  proxy.swallow(true);
  for (const _ of [1, 2]) {
    const beat = database.write(async () => undefined, { atOnce: true });
    await expect(beat).rejects.toMatchObject({ code: 'unreachable' });
  }
  expect(problems).toEqual([]);
  await expect(names()).rejects.toMatchObject({ code: 'unreachable' });
  expect(problems).toEqual([expect.stringMatching(/does not answer/)]);
});
