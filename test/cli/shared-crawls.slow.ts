/** Covers: src/cli/commands/{copy,crawls,status}.ts, db/postgres/crawls.ts */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Frontier, openFrontier } from '../../db/index.ts';
import { found, ONCE, page, request } from '../db/helpers.ts';
import { startServer, type TestServer } from '../db/postgres/server.ts';
import { dustpan, ndjson, start, temporaryFolder } from './dustpan.ts';
import { severalSites } from './ledgers.ts';

let server: TestServer;
let client: pg.Client;
let folder = '';
beforeAll(async () => {
  server = await startServer();
  client = new pg.Client(server.url);
  await client.connect();
  folder = temporaryFolder();
});
afterAll(async () => {
  await client.end();
  await server.close();
});

/** The address, with a password that nobody needs and nothing may show. */
const address = (crawl?: string): string =>
  `${server.url.replace('postgres@', 'postgres:secret@')}${crawl === undefined ? '' : `?crawl=${crawl}`}`;

/** A crawl with 12 sites: one page read, one entry leased, 12 queued. */
async function program(name: string): Promise<Frontier> {
  const frontier = await openFrontier(name);
  const sites = Array.from({ length: 12 }, (_, n) => found(`http://s${n}/`));
  await frontier.add([found('http://a/1'), found('http://a/2'), ...sites]);
  await frontier.pace('a', 2000);
  const [{ id } = { id: 0 }] = await frontier.lease(request({ limit: 1 }));
  await frontier.settle('run', [{ ...ONCE, id, outcome: page(), found: [found('http://a/3')] }]);
  await frontier.lease(request({ limit: 1, now: 1e9 }));
  return frontier;
}

describe('crawls', () => {
  test('of a database that has none: nothing, and how to start one', async () => {
    expect(await dustpan(['crawls', address()])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: /^no crawls; start one/,
    });
    expect(await dustpan(['crawls', address(), '--json'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('tells of each crawl, also beside those that cannot be read', async () => {
    const used = await program(address('used'));
    for (const name of ['idle', 'newer', 'broken']) await (await openFrontier(address(name))).close();
    await client.query(`
      UPDATE dustpan_newer.about SET version = 99; DROP TABLE dustpan_broken.tally;
      CREATE SCHEMA dustpan_foreign; CREATE TABLE dustpan_foreign.about AS SELECT 'x' AS version;
      CREATE SCHEMA "dustpan_Übel"; CREATE TABLE "dustpan_Übel".about ()`);
    const { code, stdout, stderr } = await dustpan(['crawls', address('any'), '--json']);
    const text = await dustpan(['crawls', address()]);
    await used.close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [bytes, writtenAt] = [expect.any(Number), expect.stringMatching(/^20..-..-..T/)];
    expect(ndjson(stdout)).toEqual([
      {
        name: 'broken',
        bytes,
        error: { code: 'corrupt', message: expect.stringMatching(/^broken has tables that are not those of a crawl/) },
      },
      {
        name: 'foreign',
        bytes,
        error: { code: 'corrupt', message: expect.stringMatching(/^foreign has tables that are not those of a crawl/) },
      },
      { name: 'idle', pages: 0, queued: 0, programs: 0, bytes, writtenAt: null },
      { name: 'newer', bytes, error: { code: 'newer-version', message: expect.stringMatching(/^newer was written/) } },
      { name: 'used', pages: 1, queued: 14, programs: 1, bytes, writtenAt },
    ]);
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(text.stdout).toMatch(
      /^crawl +pages +queued +programs +size +last written\nbroken +– .*not those of a crawl/,
    );
    expect(text.stdout).toMatch(/\nused +1 +14 +1 +\d+ kB +just now \(20/);
    expect(text.stdout).not.toContain('secret');
  });

  test('an audit does not count as writing, though it leaves its figures', async () => {
    const written = async (): Promise<string | undefined> =>
      /"name":"audited".*"writtenAt":(".*?")/.exec((await dustpan(['crawls', address(), '--json'])).stdout)?.[1];
    await (await program(address('audited'))).close();
    const before = await written();
    const audit = ['audit', address('audited'), '--no-fetch', '--fail-on', 'none'];
    expect(await dustpan(audit)).toMatchObject({ code: 0 });
    expect(await dustpan(audit)).toMatchObject({ code: 0 });
    expect(before).toMatch(/^"20..-..-..T/);
    expect(await written()).toBe(before);
    const crawl = await openFrontier(address('audited'));
    expect(await crawl.getMeta('audits')).toContain('"pages":1');
    await crawl.lease(request({ limit: 1 }));
    await crawl.close();
    expect(await written()).not.toBe(before);
  });

  test.each([
    ['a.dustpan', 'give postgres://HOST:PORT/DATABASE'],
    ['postgres://ann:secret@127.0.0.1:1/x', 'does not answer'],
  ])('%s is refused', async (name, message) => {
    const { code, stdout, stderr } = await dustpan(['crawls', name]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
  });
});

describe('status', () => {
  test.each(['file', 'server'])('of a crawl on a %s tells of programs, entries and sites', async (place) => {
    const name = place === 'file' ? join(folder, 'a.dustpan') : address('status');
    const used = await program(name);
    const json = await dustpan(['status', name, '--json']);
    const text = await dustpan(['status', name]);
    await used.close();
    expect(json).toMatchObject({ code: 0, stderr: '' });
    const sites = Array.from({ length: 12 }, (_, n) => ({ site: `s${n}`, delaySeconds: null, secondsLeft: null }));
    expect(JSON.parse(json.stdout)).toMatchObject({
      pages: 1,
      states: { queued: 13, leased: 1, done: 1 },
      programs: [
        { host: hostname(), process: process.pid, pages: 1, share: 1, pagesPerSecond: expect.any(Number), leases: 1 },
      ],
      sites: expect.arrayContaining([
        { site: 'a', queued: 2, leased: 0, delaySeconds: 2, nextAt: expect.any(String), secondsLeft: 4 },
        ...sites.slice(1).map((site) => expect.objectContaining({ ...site, queued: 1, leased: 0 })),
        expect.objectContaining({ site: 's0', queued: 0, leased: 1 }),
      ]),
    });
    const lines = text.stdout.split('\n');
    expect(lines[1]).toBe('1 page; entries: 13 queued, 1 leased, 1 done, 0 failed, 0 skipped');
    expect(lines[4]).toMatch(/^\S+ +\d+ +\d.* ago +1 +100% +\d+\.\d +1 +\d.* ago$/);
    expect(lines[7]).toMatch(/^a +2 +0 +2 s +4 s$/);
    expect(lines.filter((line) => /^s\d+ /.test(line))).toHaveLength(9);
    expect(text.stdout).not.toContain('secret');
  });

  test('of a site that asks to wait counts the wait', async () => {
    const name = join(folder, 'wait.dustpan');
    const frontier = await openFrontier(name);
    await frontier.add([found('http://a/1'), found('http://a/2')]);
    const [{ id } = { id: 0 }] = await frontier.lease(request({ limit: 1 }));
    const until = frontier.now() + 7_200_000;
    const outcome = { kind: 'retry', reason: 'http-503', status: 503, notBefore: until } as const;
    await frontier.settle('run', [{ ...ONCE, id, outcome, found: [], siteUntil: until }]);
    await frontier.close();
    expect((await dustpan(['status', name])).stdout).toMatch(/\na +2 +0 +– +2 h\n/);
  });

  test('of a crawl that nobody uses says so', async () => {
    const name = join(folder, 'idle.dustpan');
    await (await openFrontier(name)).close();
    const { code, stdout } = await dustpan(['status', name]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${name}\n0 pages; entries: 0 queued, 0 leased, 0 done, 0 failed, 0 skipped\n\nno program uses it now\n`,
    });
  });

  test('of a crawl that is not there fails', async () => {
    expect(await dustpan(['status', address('none')])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('copy', () => {
  test('tells what it copied, and refuses a target that has a crawl unless --fresh is given', async () => {
    const source = join(folder, 'source.dustpan');
    await (await program(source)).close();
    expect(await dustpan(['copy', source, address('copied')])).toEqual({
      code: 0,
      stdout: '',
      stderr: `copied 15 entries from ${source} to ${server.url}?crawl=copied\n`,
    });
    const again = await dustpan(['copy', source, address('copied')]);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('has a crawl: name another target, or replace the crawl (--fresh)');
    expect(again.stderr).not.toContain('secret');
    const fresh = await dustpan(['copy', source, address('copied'), '--fresh', '--json']);
    expect(fresh).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(fresh.stdout)).toMatchObject({ from: source, rows: { entry: 15, site: 13, link: 1 } });
  });

  test('to a file and back leaves every byte that facts prints', async () => {
    const crawls = [address('learned'), join(folder, 'learned.dustpan'), address('learned-back')] as const;
    const learned = await openFrontier(crawls[0]);
    await learned.addEvidence(severalSites());
    await learned.close();
    await dustpan(['copy', crawls[0], crawls[1]]);
    await dustpan(['copy', crawls[1], crawls[2]]);
    const printed = crawls.map(async (crawl) => (await dustpan(['facts', crawl, '--json'])).stdout);
    const [before, ...after] = await Promise.all(printed);
    expect(ndjson(before ?? '')).toHaveLength(5);
    expect(after).toEqual([before, before]);
  });

  test('stops at Ctrl-C, with nothing copied', async () => {
    const [source, target] = [join(folder, 'long.dustpan'), join(folder, 'stopped.dustpan')];
    await (await program(source)).close();
    await dustpan(['copy', source, address('held')]);
    // Holds up the copy when it reads the first table.
    await client.query('BEGIN; LOCK TABLE dustpan_held.meta');
    const { process, ended } = start(['copy', address('held'), target]);
    const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted';
    while ((await client.query(waiting)).rows.length === 0) await new Promise(setImmediate);
    process.kill('SIGINT');
    await new Promise((resolve) => process.stderr?.once('data', resolve));
    await client.query('ROLLBACK');
    expect(await ended).toEqual({ code: 130, stdout: '', stderr: '\nstopping; nothing will be copied\n' });
    expect(existsSync(target)).toBe(false);
  });
});
