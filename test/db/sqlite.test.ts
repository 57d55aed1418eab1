/** Covers: db/sqlite/{header,number-spellings,open-documents}.ts */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { copyCrawl } from '../../db/copy.ts';
import {
  type AddCounts,
  type Frontier,
  type Lease,
  openFrontier,
  openSqliteFrontier,
  StoreError,
  type StoreErrorCode,
} from '../../db/index.ts';
import { encodeNumbers } from '../../db/plan/numbers.ts';
import { HEARTBEAT } from '../../db/programs.ts';
import { ownProcess } from '../../db/sqlite/process.ts';
import { applicationId, layOut } from '../../db/sqlite/schema.ts';
import { clock } from '../../src/clock.ts';
import { everyLookTakes } from '../stepped-clock.ts';
import { claim, evidence, foundBy, NO_WWW, rekeying } from './claims.ts';
import { entriesOf, found, NO_DETAILS, ONCE, page, request } from './helpers.ts';

const directory = mkdtempSync(join(tmpdir(), 'dustpan-sqlite-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;
let path = '';
beforeEach(() => {
  path = join(directory, `${files++}.db`);
});

const program = (name: string): string => join(import.meta.dirname, 'programs', name);

/** Changes a file behind the frontier's back. */
function inFile<T>(work: (db: Database.Database) => T): T {
  const db = new Database(path);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

async function makeFrontier(urls = 1): Promise<void> {
  const frontier = await openSqliteFrontier(path);
  await frontier.add(Array.from({ length: urls }, (_, n) => found(`http://a/${n}`)));
  await frontier.close();
}

async function openingError(options = {}): Promise<StoreError> {
  const error: unknown = await openSqliteFrontier(path, options).catch((reason: unknown) => reason);
  if (!(error instanceof StoreError)) throw new Error(`expected a StoreError, not ${String(error)}`);
  expect(error.message.split('\n')).toHaveLength(1);
  expect(error.message).toMatch(/[:;] \w/);
  return error;
}

describe('an option that cannot have its value is refused, and the crawl stays', () => {
  test.each<[object, string]>([
    [{ fresh: 'no' }, 'the option fresh of openFrontier is "no"; write true or false'],
    [{ fresh: true, readonly: true }, 'openFrontier deletes nothing that is only read; leave out fresh or readonly'],
    [{ readonly: 1 }, 'the option readonly of openFrontier is 1; write true or false'],
    [{ join: null }, 'the option join of openFrontier is null; write true or false'],
    [{ durability: 'ful' }, `the option durability of openFrontier is "ful"; write 'normal' or 'full'`],
    [{ dbWait: '2m' }, 'the option dbWait of openFrontier is "2m"; write a number of at least 0'],
    [{ signal: {} }, 'the option signal of openFrontier is of type object; write the signal of an AbortController'],
    [{ onDbWait: 5 }, 'the option onDbWait of openFrontier is 5; write a function'],
  ])('%j', async (options, message) => {
    await makeFrontier();
    await expect(openFrontier(path, options)).rejects.toThrow(new TypeError(message));
    const frontier = await openSqliteFrontier(path, { readonly: true });
    expect(await entriesOf(frontier)).toHaveLength(1);
    await frontier.close();
  });

  test('a name that is not a string', async () => {
    for (const open of [openFrontier, openSqliteFrontier]) {
      for (const name of [undefined, 5, new URL('file:///a.dustpan')]) {
        const opening = (): Promise<Frontier> => Reflect.apply(open, undefined, [name]);
        await expect(opening()).rejects.toThrow(/^the name of open\w+ is (?:5|of type \w+); write a string$/);
      }
    }
    await expect(Reflect.apply(openSqliteFrontier, undefined, [path, { join: 'no' }])).rejects.toThrow(
      new TypeError('the option join of openSqliteFrontier is "no"; write true or false'),
    );
  });
});

describe('a file that cannot be a frontier is refused and stays unchanged', () => {
  const cases: readonly (readonly [what: string, code: StoreErrorCode, make: () => void | Promise<void>])[] = [
    ['a text', 'not-a-database', () => writeFileSync(path, 'These are notes, not a database.\n'.repeat(200))],
    ['a short text', 'not-a-database', () => writeFileSync(path, 'notes')],
    ["another program's database", 'not-a-frontier', () => void inFile((db) => db.exec('CREATE TABLE t (a)'))],
    [
      "another program's database with many tables",
      'not-a-frontier',
      () =>
        inFile((db) => {
          for (let n = 0; n < 200; n++) db.exec(`CREATE TABLE t${n} (a, b, c, d, e, f, g, h)`);
        }),
    ],
    [
      'a frontier of a newer version',
      'newer-version',
      async () => {
        await makeFrontier();
        inFile((db) => db.pragma('user_version = 99'));
      },
    ],
    [
      'a frontier that declares no version',
      'corrupt',
      async () => {
        await makeFrontier();
        inFile((db) => db.pragma('user_version = 0'));
      },
    ],
    ...[
      "CREATE TRIGGER more AFTER INSERT ON writer BEGIN INSERT INTO tally VALUES ('a', 'b', 1); END",
      'CREATE VIEW more AS SELECT 1',
      'CREATE INDEX more ON entry (hex(key))',
      'DROP TABLE page; CREATE TABLE page (entry INTEGER PRIMARY KEY, etag, last_modified, text, sketch, record, fields)',
    ].map((sql): (typeof cases)[number] => [
      `a frontier after ${sql}`,
      'corrupt',
      async () => {
        await makeFrontier();
        inFile((db) => db.exec(sql));
      },
    ]),
    [
      'a frontier damaged in its middle',
      'corrupt',
      async () => {
        await makeFrontier(2000);
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.fill('x', bytes.length / 2, bytes.length / 2 + 4096));
      },
    ],
    [
      'a frontier cut short',
      'corrupt',
      async () => {
        await makeFrontier(2000);
        writeFileSync(path, readFileSync(path).subarray(0, 40_000));
      },
    ],
  ];

  test.each(cases)('%s: %s', async (_, code, make) => {
    await make();
    const before = readFileSync(path);
    expect(await openingError()).toMatchObject({ code });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test.each([
    ['CREATE INDEX "m\x1b" ON entry (status)', 'the index "m\\u001b"'],
    ['CREATE VIEW more AS SELECT 1', 'the view "more"'],
    [
      `CREATE INDEX "entry_ ready" ON entry (site, depth) WHERE state = 'queued' AND not_before IS NULL`,
      'the index "entry_ ready"',
    ],
  ])('%s: the message names the foreign index or view', async (sql, named) => {
    await makeFrontier();
    inFile((db) => db.exec(sql));
    const message = `${path} has ${named}, which is not dustpan's: drop it`;
    expect(await openingError()).toMatchObject({ message });
  });

  test('statistics and freed space are accepted', async () => {
    await makeFrontier(2000);
    inFile((db) => db.exec('ANALYZE; DELETE FROM spelling; VACUUM'));
    await (await openSqliteFrontier(path)).close();
  });

  test.each([
    "UPDATE entry SET id = 9007199254740993 WHERE key = 'http://a/1'",
    "INSERT INTO link VALUES (9007199254740993, 0, 0, x'', NULL)",
  ])('entry numbers that are not safe integers (%s): corrupt', async (sql) => {
    await makeFrontier(2);
    inFile((db) => db.exec(sql));
    for (const readonly of [true, false]) expect(await openingError({ readonly })).toMatchObject({ code: 'corrupt' });
  });

  test('a row that contradicts another: corrupt, when it is read', async () => {
    await makeFrontier(2);
    inFile((db) => db.exec("UPDATE sequence SET last = 0 WHERE name = 'entry'"));
    const frontier = await openSqliteFrontier(path);
    await expect(frontier.add([found('http://a/new')])).rejects.toMatchObject({ code: 'corrupt' });
    await frontier.close();
  });

  test('damaged evidence and claims are left out, and the others count', async () => {
    const frontier = await openSqliteFrontier(path);
    await frontier.addEvidence(['/1', '/2', '/3', '/4'].map((each) => evidence({ path: each })));
    await frontier.rekey(rekeying([NO_WWW, claim('slash', 'add')], ['a']));
    await frontier.close();
    inFile((db) => {
      db.exec("UPDATE evidence SET hops = '[' WHERE path = '/1'; UPDATE evidence SET kind = 'x' WHERE path = '/2'");
      db.exec("UPDATE evidence SET supports = 7 WHERE path = '/4'");
      db.exec("UPDATE claim SET samples = 9223372036854775807 WHERE kind = 'slash'");
    });
    const read = await openSqliteFrontier(path, { readonly: true });
    expect([await read.evidence(), await read.claims()]).toEqual([[evidence({ path: '/3' })], [NO_WWW]]);
    await read.close();
  });

  test('a directory: not-a-database', async () => {
    mkdirSync(path);
    expect(await openingError()).toMatchObject({ code: 'not-a-database' });
  });

  test('a file in a missing directory: not-found', async () => {
    path = join(path, 'missing', 'a.db');
    expect(await openingError()).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('create it'),
    });
    // Who only reads has nothing to create.
    expect(await openingError({ readonly: true })).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('check the path'),
    });
  });

  test('a file below a file: not-found', async () => {
    path = join(import.meta.filename, 'a.db');
    expect(await openingError()).toMatchObject({ message: expect.stringContaining('create it') });
  });

  test('a copy into a missing directory: not-found, by the name of the copy', async () => {
    await (await openSqliteFrontier(path)).close();
    const options = { fresh: false, signal: new AbortController().signal, onBatch: () => {} };
    await expect(copyCrawl(path, join(path, 'b.db'), options)).rejects.toThrow(`the folder of ${path}/b.db does not`);
  });

  test('no name: not-found', async () => {
    path = '';
    expect(await openingError()).toMatchObject({ code: 'not-found', message: expect.stringContaining('is empty') });
  });

  test('a missing file opened for reading: not-found', async () => {
    expect(await openingError({ readonly: true })).toMatchObject({ code: 'not-found' });
  });

  test('a file that another program keeps locked: locked, in less than a second', async () => {
    await makeFrontier();
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    everyLookTakes(10);
    const start = performance.now();
    expect(await openingError()).toMatchObject({ code: 'locked' });
    expect(performance.now() - start).toBeLessThan(1000);
    other.close();
  });
});

test('an empty file becomes a frontier', async () => {
  writeFileSync(path, '');
  await makeFrontier();
  const frontier = await openSqliteFrontier(path);
  expect(inFile((db) => db.pragma('journal_mode', { simple: true }))).toBe('wal');
  await frontier.close();
});

test('a closed frontier refuses work, and closes again', async () => {
  const frontier = await openSqliteFrontier(path);
  await frontier.close();
  await expect(frontier.add([found('http://a/1')])).rejects.toMatchObject({ code: 'closed' });
  await expect(frontier.stats()).rejects.toMatchObject({ code: 'closed' });
  await frontier.close();
});

describe('one program writes', () => {
  test('a second one in the same program is refused immediately', async () => {
    const first = await openSqliteFrontier(path);
    everyLookTakes(10);
    const start = performance.now();
    const error = await openingError();
    expect(performance.now() - start).toBeLessThan(200);
    expect(error.code).toBe('locked');
    expect(error.message).toContain('is open in this program already');
    await first.close();
    await makeFrontier();
  });

  const inContainer = `host = 'not-${hostname()}', pid_namespace = 'pid:[1]', pid = 4194304`;
  const holders: readonly (readonly [what: string, change: string])[] = [
    ['has ended', 'UPDATE writer SET pid = 4194304'],
    ['has ended and whose number another process got', `UPDATE writer SET process_start = '1'`],
    ['has not been heard for long', 'UPDATE writer SET seen = seen - 31000'],
    ['ran in a container and has not been heard for long', `UPDATE writer SET ${inContainer}, seen = seen - 31000`],
    ['ran before the machine was booted again', `UPDATE shared SET boot = 'another'`],
  ];
  const isLinux = process.platform === 'linux';
  test.each(holders.filter(([, change]) => isLinux || !/start|boot/.test(change)))(
    'the place of a writer that %s is taken over',
    async (_, change) => {
      const first = await openSqliteFrontier(path);
      inFile((db) => db.exec(change));
      const second = await openSqliteFrontier(path);
      await first.close();
      expect(await openingError()).toMatchObject({ code: 'locked' });
      await second.close();
    },
  );

  test.runIf(isLinux)(
    'a writer in a container keeps its place as long as it is heard: its process id says nothing',
    async () => {
      const first = await openSqliteFrontier(path);
      inFile((db) => db.exec(`UPDATE writer SET ${inContainer}`));
      expect(await openingError()).toMatchObject({ code: 'locked' });
      await first.close();
    },
  );

  test.runIf(isLinux)('a writer keeps its place when its host gets another name', async () => {
    const first = await openSqliteFrontier(path);
    inFile((db) => db.exec(`UPDATE writer SET host = 'renamed'`));
    expect(await openingError()).toMatchObject({ code: 'locked' });
    inFile((db) => db.exec('UPDATE writer SET pid = 4194304'));
    await (await openSqliteFrontier(path)).close();
    await first.close();
  });
});

describe('programs that share a file', () => {
  let first: Frontier;
  let second: Frontier;
  beforeEach(async () => {
    first = await openSqliteFrontier(path);
    await first.add([1, 2, 3].map((n) => found(`http://a/${n}`)));
    second = await openSqliteFrontier(path, { join: true });
  });
  afterEach(async () => {
    await first.close();
    await second.close();
  });
  const urls = (leases: readonly Lease[]): string[] => leases.map(({ url }) => url);

  test('lease each entry to one of them, and settle only their own entries', async () => {
    const [one] = await first.lease(request({ run: 'first', limit: 1 }));
    const others = await second.lease(request({ run: 'second' }));
    expect(urls(others)).toEqual(['http://a/2', 'http://a/3']);
    const settle = (frontier: Frontier, run: string): Promise<AddCounts> =>
      frontier.settle(run, [{ ...ONCE, id: one?.id ?? 0, outcome: page(), found: [found('http://a/4')] }]);
    expect(await settle(second, 'second')).toEqual({ added: 0, duplicates: 0, spelled: [] });
    expect(await settle(first, 'first')).toEqual({ added: 1, duplicates: 0, spelled: [] });
  });

  test('give back their own leases and those of ended programs, but not those of running ones', async () => {
    const [one] = await first.lease(request({ run: 'first', limit: 1 }));
    await second.lease(request({ run: 'second', limit: 1 }));
    expect(await second.release([one?.id ?? 0])).toBe(0);
    expect(await second.release()).toBe(1);
    expect((await second.stats()).states).toMatchObject({ leased: 1, queued: 2 });
    await first.close();
    expect(await second.release()).toBe(1);
  });

  test('take over the leases of a killed program when nothing else is left, but not those of a running one', async () => {
    await first.lease(request({ run: 'first', limit: 2 }));
    await second.lease(request({ run: 'second' }));
    expect(await second.lease(request({ run: 'second' }))).toEqual([]);
    inFile((db) =>
      db.exec(`UPDATE writer SET pid = 4194304 WHERE token = (SELECT writer FROM run WHERE name = 'first')`),
    );
    expect(urls(await second.lease(request({ run: 'second' })))).toEqual(['http://a/1', 'http://a/2']);
  });

  test('take over the leases of a program that closed the file without giving them back', async () => {
    await first.lease(request({ run: 'first', limit: 2 }));
    await second.lease(request({ run: 'second' }));
    await first.close();
    expect(urls(await second.lease(request({ run: 'second' })))).toEqual(['http://a/1', 'http://a/2']);
  });

  test('share the waiting time of a site', async () => {
    const polite = { delay: 10, perSite: 1 };
    const [one] = await first.lease(request({ run: 'first', ...polite, now: 100 }));
    await first.settle('first', [{ ...ONCE, id: one?.id ?? 0, outcome: page(), found: [] }]);
    expect(await second.lease(request({ run: 'second', ...polite, now: 109 }))).toEqual([]);
    expect(urls(await second.lease(request({ run: 'second', ...polite, now: 110 })))).toEqual(['http://a/2']);
    expect(await first.lease(request({ run: 'first', ...polite, now: 130 }))).toEqual([]);
  });

  test('by level, lease nothing deeper while another program holds an entry', async () => {
    await first.add([found('http://b/', { depth: 1 })]);
    const leases = await first.lease(request({ run: 'first', level: true }));
    expect(await second.lease(request({ run: 'second', level: true }))).toEqual([]);
    await first.settle(
      'first',
      leases.map(({ id }) => ({ ...ONCE, id, outcome: page(), found: [] })),
    );
    expect(urls(await second.lease(request({ run: 'second', level: true })))).toEqual(['http://b/']);
  });

  test('report every ten seconds that they run, and take back the leases of programs that do not', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const third = await openSqliteFrontier(path, { join: true });
    const beat = timers.mock.calls.find(([, milliseconds]) => milliseconds === HEARTBEAT)?.[0];
    timers.mockRestore();
    onTestFinished(() => third.close());
    await first.lease(request({ run: 'first' }));
    inFile((db) => db.exec('UPDATE writer SET seen = seen - 31000'));
    const heard = async (): Promise<number> => (await third.programs()).length;
    expect(await heard()).toBe(1);
    const before = third.now();
    beat?.();
    await expect.poll(async () => (await third.stats()).states.leased).toBe(0);
    const [self] = await third.programs();
    expect(self?.seen).toBeGreaterThanOrEqual(before);
    expect(await heard()).toBe(1);
    await first.lease(request({ run: 'first' }));
    expect(await heard()).toBe(2);
    const closing = third.close();
    beat?.();
    await closing;
    expect(inFile((db) => db.prepare('SELECT count(*) FROM writer').pluck().get())).toBe(1);
  });

  test('learn in updateMeta whether another program shares the file', async () => {
    const shared: boolean[] = [];
    const note = (frontier: Frontier): Promise<string> =>
      frontier.updateMeta('name', (_, isShared) => {
        shared.push(isShared);
        return 'value';
      });
    await note(first);
    await first.close();
    await note(second);
    expect(shared).toEqual([true, false]);
  });

  test('wait for each other without holding up their own timers', async () => {
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    let isAdded = false;
    const added = first.add([found('http://a/4')]).then((counts) => {
      isAdded = true;
      return counts;
    });
    for (let ticks = 0; ticks < 20; ticks++) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(isAdded).toBe(false);
    other.exec('ROLLBACK');
    other.close();
    expect(await added).toEqual({ added: 1, duplicates: 0 });
  });

  test('a program that does not join is refused, and told that both must join', async () => {
    expect((await openingError()).message).toContain('open both with join');
  });

  test('a program of a newer version is refused, and does not change the tables of the older one that runs', async () => {
    path = join(directory, `${files++}.db`);
    makeOlder(9, (db) => {
      const add = db.prepare('INSERT INTO writer (token, pid, process_start, host, since) VALUES (?, ?, ?, ?, ?)');
      const { pid, start, host } = ownProcess();
      add.run('older', pid, start, host, new Date().toISOString());
    });
    expect(await openingError({ join: true })).toMatchObject({ code: 'locked' });
    expect(inFile((db) => db.pragma('user_version', { simple: true }))).toBe(9);
    expect(await openingError({ readonly: true })).toMatchObject({ code: 'older-version' });
    inFile((db) => db.exec('UPDATE writer SET pid = 4194304'));
    await (await openSqliteFrontier(path, { join: true })).close();
  });
});

test('a file without tables for evidence and claims gets them when it is opened for writing', async () => {
  makeOlder(3);
  expect(await openingError({ readonly: true })).toMatchObject({ code: 'older-version' });
  const frontier = await openSqliteFrontier(path);
  await frontier.addEvidence([evidence()]);
  await frontier.rekey(rekeying([NO_WWW]));
  await frontier.close();
  const reader = await openSqliteFrontier(path, { readonly: true });
  expect(await reader.evidence()).toEqual([evidence()]);
  expect(await reader.claims()).toEqual([NO_WWW]);
  await reader.close();
});

/** Makes a file of an older format. */
function makeOlder(version: number, fill: (db: Database.Database) => void = () => {}): void {
  inFile((db) => {
    layOut(db, version);
    fill(db);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${version}`);
  });
}

test('a crawl file of an earlier format has the same entries, links and counts when it is opened for writing', async () => {
  const folder = join(import.meta.dirname, '../fixtures/crawl-files');
  writeFileSync(path, gunzipSync(readFileSync(join(folder, 'format-8.dustpan.gz'))));
  expect(await openingError({ readonly: true })).toMatchObject({ code: 'older-version' });
  const frontier = await openSqliteFrontier(path);
  const read = {
    entries: await entriesOf(frontier),
    links: await Array.fromAsync(frontier.links()),
    stats: await frontier.stats(),
  };
  expect(read).toEqual(JSON.parse(readFileSync(join(folder, 'format-8.json'), 'utf8')));
  const again = found('http://127.0.0.1:8097/a#four', { key: 'http://127.0.0.1:8097/a', pass: 'drop-fragment' });
  expect(await frontier.add([again, { ...again, url: 'http://127.0.0.1:8097/a#one' }])).toEqual({
    added: 0,
    duplicates: 1,
  });
  await frontier.close();
});

test('links of a document that a killed program did not finish are deleted when the document is gone', async () => {
  const first = await openSqliteFrontier(path);
  await first.add([found('http://a/1')]);
  const [one] = await first.lease(request());
  await first.add([found('http://a/2')], one?.id);
  await first.close();
  const second = await openSqliteFrontier(path);
  const outcome = { kind: 'failed', reason: 'http-404', status: 404 } as const;
  await second.settle('run', [{ ...ONCE, id: one?.id ?? 0, outcome, found: [] }]);
  await second.close();
  expect(inFile((db) => db.prepare('SELECT count(*) FROM link').pluck().get())).toBe(0);
});

test.each(['[[0,', '{}', '[[0,1],["a","b"],null]'])(
  'of links of a file of format 8, damaged spellings (%s) are left out',
  async (spellings) => {
    makeOlder(8, (db) => {
      db.exec("INSERT INTO entry (id, key, site, depth, hops, state) VALUES (1, 'http://a/', 'a', 0, 0, 'done')");
      const insert = db.prepare('INSERT INTO link (entry, pending, targets, spellings) VALUES (1, 0, ?, ?)');
      insert.run(encodeNumbers([1]), spellings);
    });
    const frontier = await openSqliteFrontier(path);
    expect(await Array.fromAsync(frontier.links())).toEqual([{ from: 1, to: [{ id: 1, url: null }], named: [] }]);
    await frontier.close();
  },
);

test('a file without hashes of spellings gets them, and its links keep their spellings', async () => {
  const urls = ['http://a/#top', 'http://a/?s', '\\a', '#b', 'http://a/#\0'];
  makeOlder(10, (db) => {
    db.exec(`
      INSERT INTO entry (id, key, site, depth, hops, state) VALUES (1, 'http://a/', 'a', 0, 0, 'queued');
      INSERT INTO site (name, turn) VALUES ('a', 1);
      INSERT INTO pass VALUES (1, 'p');
      INSERT INTO spelling VALUES
        (1, 1, '#top', 1), (2, 1, 'http://a/?s', 1), (3, 1, '\\\\a', 1), (4, 1, '\\#b', 1), (5, 1, '#' || char(0), 1),
        (6, NULL, 'http://a/#gone', NULL);
      INSERT OR REPLACE INTO sequence VALUES ('entry', 1), ('turn', 1), ('spelling', 6);
    `);
    db.prepare('INSERT INTO link VALUES (1, 0, 0, ?, ?)').run(
      encodeNumbers([1, 1, 1]),
      encodeNumbers([0, 1, 2, 1, 4, 6]),
    );
  });
  const frontier = await openSqliteFrontier(path);
  expect((await entriesOf(frontier))[0]?.spellings.map(({ url }) => url)).toEqual(urls);
  const [links] = await Array.fromAsync(frontier.links());
  expect(links?.to.map(({ url }) => url)).toEqual(['http://a/#top', '#b', 'http://a/#gone']);
  const again = [...urls, 'http://a/#new'].map((url) => found(url, { key: 'http://a/', pass: 'p' }));
  expect(await frontier.add(again)).toEqual({ added: 0, duplicates: 1 });
  await frontier.close();
});

test('entries of a file of format 12 remember which spellings they tried', async () => {
  makeOlder(12, (db) =>
    db.exec(`
      INSERT INTO entry (id, key, url, site, depth, hops, state, reason, status, fetched_at, spellings_tried) VALUES
        (1, 'http://a/1', 'http://a/1?w', 'a', 0, 0, 'failed', 'http-404', 404, 1, 2),
        (2, 'http://a/2', 'http://a/2?w', 'a', 0, 0, 'failed', 'http-404', 404, 1, 1);
      INSERT INTO site (name, turn) VALUES ('a', 1);
      INSERT INTO pass VALUES (1, 'p');
      INSERT INTO spelling (id, entry, url, pass, hash) VALUES
        (1, 1, 'http://a/1?x', 1, 0), (2, 2, 'http://a/2?x', 1, 0), (3, 1, 'http://a/1?y', 1, 0),
        (4, 1, 'http://a/1?z', 1, 0), (5, NULL, 'http://a/gone', NULL, NULL);
      INSERT INTO tally VALUES ('state', 'failed', 2), ('failed', 'http-404', 2), ('duplicate', 'p', 4);
      INSERT OR REPLACE INTO sequence VALUES ('entry', 2), ('turn', 1), ('spelling', 5);
    `),
  );
  const frontier = await openSqliteFrontier(path);
  expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 1, last: 1 });
  expect(await frontier.lease(request())).toMatchObject([{ url: 'http://a/1?z' }]);
  await frontier.close();
});

test('a file whose leases had an end time gives them back, and uses the clock of the machine', async () => {
  makeOlder(9, (db) => {
    const add = db.prepare(
      'INSERT INTO entry (id, key, site, depth, hops, state, run, until) VALUES (?, ?, ?, 0, 0, ?, ?, ?)',
    );
    add.run(1, 'http://a/1', 'a', 'leased', 'killed', 9e15);
    add.run(2, 'http://a/2', 'a', 'done', null, null);
    db.exec(`
      INSERT INTO site (name, turn) VALUES ('a', 1);
      INSERT INTO tally VALUES ('state', 'leased', 1), ('state', 'done', 1), ('open', '0', 1);
      INSERT INTO run VALUES ('killed', 'ended');
      INSERT INTO sequence VALUES ('entry', 2), ('turn', 1);
    `);
  });
  const frontier = await openSqliteFrontier(path);
  const before = clock();
  const now = frontier.now();
  expect(now).toBeGreaterThan(before - 1000);
  expect(now).toBeLessThan(clock() + 1000);
  expect(await frontier.keyEpoch()).toBe(0);
  expect(await frontier.programs()).toMatchObject([{ pages: 0, leases: 0, isSelf: true }]);
  expect(await frontier.lease(request())).toMatchObject([{ key: 'http://a/1' }]);
  expect((await frontier.stats()).states).toMatchObject({ leased: 1, done: 1, queued: 0 });
  await frontier.close();
});

test('pages of a file with fingerprints of whole pages are fetched again in full', async () => {
  makeOlder(7, (db) => {
    db.exec("INSERT INTO entry (id, key, site, depth, hops, state) VALUES (1, 'http://a/', 'a', 0, 0, 'done')");
    db.exec("INSERT INTO page VALUES (1, '\"v1\"', 'Mon', 'text', 'sketch', '{}')");
  });
  const frontier = await openSqliteFrontier(path);
  expect((await entriesOf(frontier))[0]?.details).toEqual({ ...NO_DETAILS, record: '{}' });
  await frontier.close();
});

describe('readonly', () => {
  test('reads a file whose writer was killed inside a transaction, without that transaction', async () => {
    await makeFrontier();
    const copy = join(directory, 'killed.dustpan');
    inFile((db) => {
      db.pragma('journal_mode = DELETE');
      db.pragma('cache_size = 1');
      db.exec("BEGIN; CREATE TABLE filler (text TEXT); INSERT INTO meta VALUES ('left', 'over')");
      // More than the cache holds goes to the file, with what was there before in the journal.
      for (let row = 0; row < 500; row++) db.exec(`INSERT INTO filler VALUES ('${'x'.repeat(1000)}')`);
      copyFileSync(path, copy);
      copyFileSync(`${path}-journal`, `${copy}-journal`);
      db.exec('ROLLBACK');
    });
    const reader = await openSqliteFrontier(copy, { readonly: true });
    expect(await entriesOf(reader)).toHaveLength(1);
    expect(await reader.getMeta('left')).toBeNull();
    await reader.close();
  });

  test('reads a closed file, and leaves no other file next to it', async () => {
    await makeFrontier();
    const reader = await openSqliteFrontier(path, { readonly: true });
    expect(await entriesOf(reader)).toHaveLength(1);
    await reader.close();
    expect(readdirSync(directory).filter((name) => name.startsWith(basename(path)))).toEqual([basename(path)]);
  });

  test('reads the current data of a writer without blocking it', async () => {
    const writer = await openSqliteFrontier(path);
    await writer.add(Array.from({ length: 1500 }, (_, n) => found(`http://a/${n}`)));
    const reader = await openSqliteFrontier(path, { readonly: true });
    let seen = 0;
    for await (const entry of reader.entries()) {
      if (seen++ === 0) await writer.add([found(`${entry.url}/later`)]);
    }
    expect(seen).toBe(1501);
    expect((await reader.stats()).states.queued).toBe(1501);
    await reader.close();
    await writer.close();
  });

  test('refuses to write', async () => {
    await makeFrontier();
    const reader = await openSqliteFrontier(path, { readonly: true });
    const refusal = {
      code: 'read-only',
      message: expect.stringMatching(/was opened for reading: open it for writing$/),
    };
    await expect(reader.add([found('http://a/2')])).rejects.toMatchObject(refusal);
    await expect(reader.setMeta('a', 'b')).rejects.toMatchObject(refusal);
    await expect(reader.rekey(rekeying([NO_WWW]))).rejects.toMatchObject(refusal);
    await reader.close();
  });
});

test('the address of a server is not a path, and the message repeats no password', async () => {
  for (const address of ['postgres://u:hunter2@h/x', 'mysql://u:hunter2@h/x', 'host=h password=hunter2']) {
    const refused: unknown = await openSqliteFrontier(address).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'invalid-address' });
    expect(String(refused)).not.toContain('hunter2');
  }
});

describe('each call is one transaction', () => {
  test('an error inside a call undoes all of it', async () => {
    const frontier = await openSqliteFrontier(path);
    await frontier.add([found('http://a/1')]);
    const [lease] = await frontier.lease(request());
    const settlement = {
      ...ONCE,
      id: lease?.id ?? 0,
      outcome: page(),
      found: [found('http://a/2'), found('http://a/stop')],
    };
    inFile((db) =>
      db.exec(`
        CREATE TRIGGER stop BEFORE INSERT ON entry WHEN NEW.key LIKE '%stop'
        BEGIN SELECT RAISE(ABORT, 'stopped'); END`),
    );
    const before = [await entriesOf(frontier), await frontier.stats()];
    await expect(frontier.settle('run', [settlement])).rejects.toMatchObject({ cause: { message: 'stopped' } });
    expect([await entriesOf(frontier), await frontier.stats()]).toEqual(before);
    await frontier.setMeta('name', 'a transaction that is committed');
    expect(await frontier.add([found('http://a/2')])).toMatchObject({ added: 1 });
    await frontier.close();
  });

  test('an error inside a call does not lose the links that were recorded before it', async () => {
    const frontier = await openSqliteFrontier(path);
    await frontier.add([found('http://a/1')]);
    const [lease] = await frontier.lease(request());
    const id = lease?.id ?? 0;
    await frontier.add([found('http://a/2')], id);
    const settle = async (): Promise<unknown> =>
      frontier.settle('run', [{ ...ONCE, id, outcome: page(), found: [found('http://a/3')] }]);
    inFile((db) =>
      db.exec(`
        CREATE TRIGGER stop BEFORE INSERT ON link WHEN NEW.pending = 0
        BEGIN SELECT RAISE(ABORT, 'stopped'); END`),
    );
    await expect(settle()).rejects.toMatchObject({ cause: { message: 'stopped' } });
    inFile((db) => db.exec('DROP TRIGGER stop'));
    await settle();
    const links = await Array.fromAsync(frontier.links());
    expect(links.flatMap(({ to }) => to)).toHaveLength(2);
    await frontier.close();
  });

  test('an error inside rekey leaves keys and claims unchanged', async () => {
    const frontier = await openSqliteFrontier(path);
    await frontier.rekey(rekeying([claim('slash', 'remove')]));
    await frontier.add(['http://www.a/1', 'http://a/1', 'http://www.a/stop'].map((url) => foundBy([], url)));
    inFile((db) =>
      db.exec(`
        CREATE TRIGGER stop BEFORE UPDATE ON entry WHEN NEW.key = 'http://a/stop'
        BEGIN SELECT RAISE(ABORT, 'stopped'); END`),
    );
    const before = [await entriesOf(frontier), await frontier.stats(), await frontier.claims()];
    await expect(frontier.rekey(rekeying([NO_WWW]))).rejects.toMatchObject({ cause: { message: 'stopped' } });
    expect([await entriesOf(frontier), await frontier.stats(), await frontier.claims()]).toEqual(before);
    await frontier.close();
  });

  test('SIGKILL loses no link of a settled page', async () => {
    for (const batches of [1, 2, 5, 10, 20]) {
      const child = spawn(process.execPath, [program('settle.ts'), path], { stdio: ['ignore', 'pipe', 'inherit'] });
      let settled = 0;
      // It is killed while it works on the next batch.
      for await (const dots of child.stdout) {
        settled += Buffer.byteLength(dots);
        if (settled >= batches && child.kill('SIGKILL')) break;
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');
    }
    expect(inFile((db) => db.pragma('integrity_check', { simple: true }))).toBe('ok');
    const frontier = await openSqliteFrontier(path);
    const entries = await entriesOf(frontier);
    const stats = await frontier.stats();
    await frontier.close();
    const urls = new Set(entries.map(({ url }) => url));
    const done = entries.filter(({ state }) => state === 'done');
    expect(done.length).toBeGreaterThan(10);
    expect(entries).toHaveLength(1 + 3 * done.length);
    expect(done.flatMap(({ url }) => [0, 1, 2].map((n) => `${url}${n}`)).filter((url) => !urls.has(url))).toEqual([]);
    expect(stats.states.done).toBe(done.length);
    expect(stats.states.leased).toBeLessThanOrEqual(4);
  });

  test.skipIf(process.platform === 'win32')(
    'a full disk is reported, and the data recorded before is kept',
    async () => {
      const limited = `ulimit -f 600; exec "$0" "$@"`;
      const { stdout, stderr } = spawnSync('sh', ['-c', limited, process.execPath, program('fill.ts'), path], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^disk-full: .*free some disk space.*\n$/);
      const frontier = await openSqliteFrontier(path);
      const count = (await entriesOf(frontier)).length;
      expect(count).toBeGreaterThan(0);
      expect(count % 100).toBe(0);
      expect((await frontier.stats()).states.queued).toBe(count);
      await frontier.close();
    },
  );
});
