import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { FoundUrl, Frontier } from '../../../db/index.ts';
import { migrate } from '../../../db/sqlite/schema.ts';
import { Writers } from '../../../db/sqlite/writer.ts';
import { SqliteFrontier } from '../../../db/sqlite.ts';
import type { Key } from '../../../src/canon/key.ts';
import { isStretchOver } from '../../../src/give-way.ts';
import { lawRuns } from '../../law-runs.ts';
import { foundBy, NO_SLASH, NO_WWW, rekeying } from '../claims.ts';
import { entriesOf, found, ONCE, request } from '../helpers.ts';
import { anySteps, describeAsModel, replay } from '../model-conformance.ts';

const directory = mkdtempSync(join(tmpdir(), 'dustpan-sqlite-rekey-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;

/** A new frontier that rekeys so many entries at a time. */
function openInParts(part: number, path = join(directory, `${files++}.db`)): SqliteFrontier {
  const db = new Database(path);
  db.pragma('synchronous = off');
  migrate(db, path);
  const writers = new Writers(db);
  writers.enter();
  return new SqliteFrontier(db, writers, part);
}

describeAsModel('SqliteFrontier that rekeys one component at a time', async () => openInParts(1, ':memory:'), 10);

/** All rows, without those of programs and what depends on the salt of the file. */
function rowsOf(path: string): Record<string, unknown> {
  const db = new Database(path, { readonly: true });
  const all = (sql: string): unknown[] => db.prepare(sql).raw().all();
  const tables = ['entry', 'site', 'sequence', 'pass', 'page', 'listing', 'link', 'claim'];
  const rows = Object.fromEntries(tables.map((name) => [name, all(`SELECT * FROM ${name}`)]));
  const spellings = all('SELECT id, entry, url, pass, mark FROM spelling');
  const tallies = all("SELECT * FROM tally WHERE kind <> 'page'");
  db.close();
  return { ...rows, spellings, tallies };
}

test('a rekey in parts of any size writes the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.integer({ min: 1, max: 6 }), async (steps, part) => {
      const [parts, whole] = [join(directory, `${files++}.db`), join(directory, `${files++}.db`)];
      await replay(openInParts(part, parts), steps);
      await replay(openInParts(1e9, whole), steps);
      expect(rowsOf(parts)).toEqual(rowsOf(whole));
    }),
    { numRuns: lawRuns(8) },
  );
});

/** Expects the same rows whether entries are rekeyed one component at a time or all at once. */
async function expectSameRows(crawl: (frontier: SqliteFrontier) => Promise<void>): Promise<void> {
  const [parts, whole] = await Promise.all(
    [1, 1e9].map(async (part) => {
      const path = join(directory, `${files++}.db`);
      const frontier = openInParts(part, path);
      await crawl(frontier);
      await frontier.close();
      return rowsOf(path);
    }),
  );
  expect(parts).toEqual(whole);
}

/** Fetches all entries. Those at these URLs redirect. */
async function fetchAll(frontier: Frontier, redirects: Readonly<Record<string, FoundUrl>>): Promise<void> {
  const leases = await frontier.lease(request());
  const settlements = leases.flatMap(({ id, url }) => {
    const to = redirects[url];
    return to === undefined
      ? []
      : [{ ...ONCE, id, outcome: { kind: 'redirect', status: 301, to } as const, found: [] }];
  });
  await frontier.settle('run', settlements);
  await frontier.release();
}

test('new sites and entries have the same numbers if a part is planned before one that was found earlier', async () => {
  await expectSameRows(async (frontier) => {
    await frontier.rekey(rekeying([NO_SLASH]));
    const by = (url: string): FoundUrl => foundBy([NO_SLASH], url);
    const urls = ['http://www.a/1', 'http://www.b/2', 'http://www.c/3', 'http://www.c/4', 'http://www.b/5'];
    await frontier.add(urls.map(by));
    await frontier.add(['http://www.c/4/', 'http://www.b/2/'].map(by));
    await fetchAll(frontier, { 'http://www.c/4': by('http://www.a/1'), 'http://www.b/5': by('http://www.a/1') });
    await frontier.rekey(rekeying([NO_WWW]));
    expect((await entriesOf(frontier)).slice(5).map(({ url }) => url)).toEqual(['http://www.b/2/', 'http://www.c/4/']);
  });
});

test('aliases by way of other sites are decided in the same order', async () => {
  await expectSameRows(async (frontier) => {
    const by = (url: string): FoundUrl => foundBy([], url);
    const ways = {
      'http://www.a/1': by('http://x/1'),
      'http://x/1': by('http://a/5/'),
      'http://a/5': by('http://x/2'),
      'http://x/2': by('http://a/1'),
    };
    await frontier.add(['http://a/1', ...Object.keys(ways), 'http://a/5/'].map(by));
    await fetchAll(frontier, ways);
    await frontier.rekey(rekeying([NO_SLASH]));
    expect(await frontier.entry(by('http://a/5/').key)).toMatchObject({ aliasBy: 'equivalence' });
    await frontier.rekey(rekeying([NO_WWW]));
    expect(await frontier.entry(by('http://a/1').key)).toMatchObject({ aliasBy: 'equivalence' });
  });
});

const ENTRIES = 16;
/** Parts of a rekey of these entries; each is planned and written at a time. */
const PARTS = 8;

/** A frontier with some entries, which rekeys few of them at a time. */
async function filled(path?: string): Promise<SqliteFrontier> {
  const frontier = openInParts(ENTRIES / PARTS, path);
  await frontier.add(Array.from({ length: ENTRIES }, (_, n) => foundBy([], `http://www.a/${n}`)));
  await frontier.add(Array.from({ length: ENTRIES }, (_, n) => foundBy([], `http://www.a/${n}#x`)));
  return frontier;
}

test('other work of the program goes on during a rekey, and other calls take place after it', async () => {
  const frontier = await filled();
  const asked = rekeying([NO_WWW]);
  const ended: string[] = [];
  const others: Promise<unknown>[] = [];
  const then = async (name: string, call: Promise<unknown>): Promise<void> => {
    await call;
    ended.push(name);
  };
  const turns = new Set<number>();
  let turn = 0;
  const count = (): void => {
    turn++;
    if (ended.length === 0) setImmediate(count);
    if (turns.size === 0 || others.length > 0) return;
    // The rekey is under way.
    others.push(
      then('read', expect(frontier.entry(found('http://a/1').key)).resolves.not.toBeNull()),
      then('written', frontier.add([found('http://a/late')], null, 1)),
      then('rekeyed again', frontier.rekey({ ...rekeying([]), epoch: 1 })),
      then('closed', frontier.close()),
    );
  };
  setImmediate(count);
  const ownKey = (url: string): Key => {
    while (!isStretchOver());
    turns.add(turn);
    return asked.ownKey(url);
  };
  expect(await frontier.rekey({ ...asked, ownKey })).toMatchObject({ epoch: 1 });
  ended.push('rekeyed');
  await Promise.all(others);
  expect(turns.size).toBeGreaterThan(ENTRIES);
  expect(ended[0]).toBe('rekeyed');
  expect(ended).toHaveLength(5);
});

test('many calls wait for the end of a rekey that is reading spellings', async () => {
  const frontier = await filled();
  const asked = rekeying([NO_WWW]);
  const others: Promise<void>[] = [];
  const find: typeof asked.find = (url, at) => {
    if (url.endsWith('#x') && others.length === 0) {
      // The rekey then gives way, with the rest of the spellings unread.
      while (!isStretchOver());
      queueMicrotask(() => {
        for (let n = 0; n < 500; n++) others.push(frontier.setMeta('n', `${n}`));
      });
    }
    return asked.find(url, at);
  };
  await frontier.rekey({ ...asked, find });
  expect(others).toHaveLength(500);
  await Promise.all(others);
  await frontier.close();
});

test('calls that wait for the end of a rekey, while the frontier closes, fail as on a closed one', async () => {
  const frontier = await filled();
  const asked = rekeying([NO_WWW]);
  const calls: Promise<unknown>[] = [];
  const find: typeof asked.find = (url, at) => {
    if (calls.length === 0) {
      while (!isStretchOver());
      queueMicrotask(() => {
        calls.push(frontier.close(), frontier.stats(), frontier.setMeta('n', '1'), frontier.rekey(asked));
      });
    }
    return asked.find(url, at);
  };
  await frontier.rekey({ ...asked, find });
  const [closed, ...others] = await Promise.allSettled(calls);
  expect(closed).toMatchObject({ status: 'fulfilled' });
  expect(others).toHaveLength(3);
  for (const other of others) expect(other).toMatchObject({ status: 'rejected', reason: { code: 'closed' } });
});

test('a rekey that fails halfway changes nothing, and the frontier can be used further', async () => {
  const path = join(directory, 'fails.db');
  const frontier = await filled(path);
  const before = rowsOf(path);
  const asked = rekeying([NO_WWW]);
  let calls = 0;
  const ownKey = (url: string): Key => {
    // All entries were surveyed, and some of them were written.
    if (++calls > 1.5 * ENTRIES) throw new Error('no answer');
    return asked.ownKey(url);
  };
  await expect(frontier.rekey({ ...asked, ownKey })).rejects.toThrow('no answer');
  expect(rowsOf(path)).toEqual(before);
  expect(await frontier.rekey(asked)).toMatchObject({ epoch: 1 });
  await frontier.close();
});
