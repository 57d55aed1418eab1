/** What goes wrong between a program and its server: each call takes effect once, or fails with one line that says why. */
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { dirname } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AddCounts, Frontier, Outcome, StoreErrorCode } from '../../../db/index.ts';
import { openFrontier } from '../../../db/open.ts';
import { storedCrawls } from '../../../db/postgres/crawls.ts';
import { entriesOf, found, ONCE, page, request } from '../helpers.ts';
import { cuttingProxy } from './cutting-proxy.ts';
import { startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.close();
});
const addressOf = (crawl: string, port = new URL(server.url).port): string => {
  const url = new URL(`${server.url}?crawl=${crawl}`);
  url.port = port;
  return url.href;
};
/** The address of a crawl by the server's socket. */
const socketOf = (crawl: string, folder = dirname(server.data)): string =>
  `postgres:///postgres?user=postgres&host=${folder}&port=${new URL(server.url).port}&crawl=${crawl}`;
const opened: Frontier[] = [];
const open = async (address: string, options = {}): Promise<Frontier> => {
  const frontier = await openFrontier(address, options);
  opened.push(frontier);
  return frontier;
};
afterEach(async () => {
  for (const frontier of opened.splice(0)) await frontier.close();
});

type Lookup = (
  name: string,
  options: LookupOptions,
  callback: (error: Error | null, address: string | LookupAddress[], family: number) => void,
) => void;

async function asSuperuser<T>(sql: string): Promise<readonly T[]> {
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Has the server refuse new rows of a table, with this message and SQLSTATE, until the trigger `refuse` is dropped. */
async function refuseRows(schema: string, table: string, message: string, state: string): Promise<void> {
  await asSuperuser(`
    CREATE OR REPLACE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '${state}'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON ${schema}.${table} EXECUTE FUNCTION ${schema}.refuse()`);
}

test.each(['before', 'after'] as const)(
  'connections that are lost %s the server commits: each call takes effect once',
  async (when) => {
    const proxy = await cuttingProxy(Number(new URL(server.url).port), 2, when);
    try {
      const frontier = await open(addressOf(when, String(proxy.port)));
      for (let n = 0; n < 5; n++) {
        expect(await frontier.add([found(`http://a/${n}`)])).toEqual({ added: 1, duplicates: 0 });
        expect(await frontier.lease(request({ now: frontier.now() }))).toHaveLength(1);
      }
      expect(proxy.cuts()).toBeGreaterThan(5);
      expect((await frontier.stats()).states).toMatchObject({ queued: 0, leased: 5 });
      await frontier.close();
    } finally {
      await proxy.close();
    }
  },
);

describe('a server that goes away', () => {
  test.each<[string, NodeJS.Signals, () => string, RegExp]>([
    ['over the network', 'SIGKILL', () => addressOf('away'), /does not answer: start the server/],
    // Unlike a killed server, one that ends in order removes its socket.
    ['on a socket', 'SIGINT', () => socketOf('socket'), /has no socket there: start the server/],
  ])('and comes back, %s: calls wait for it and say so, and nothing is lost', async (_, signal, address, said) => {
    const told = Promise.withResolvers<void>();
    const onDbWait = (problem: string): void => {
      // The first may be that the connection ended.
      if (said.test(problem)) told.resolve();
    };
    const frontier = await open(address(), { onDbWait });
    await frontier.add([found('http://a/1')]);
    await server.stop(signal);
    const waiting = Promise.all([frontier.add([found('http://a/2')]), frontier.stats()]);
    try {
      await Promise.race([told.promise, waiting]);
    } finally {
      await server.start();
    }
    expect((await waiting)[0]).toEqual({ added: 1, duplicates: 0 });
    expect((await entriesOf(frontier)).map(({ key }) => key)).toEqual(['http://a/1', 'http://a/2']);
  });

  test('with its name, as in a network of containers: calls wait for both', async () => {
    let isGone = false;
    const resolver: { lookup: Lookup } = dns;
    const { lookup } = resolver;
    const resolving = vi.spyOn(resolver, 'lookup').mockImplementation((_name, options, callback) => {
      if (isGone) callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), '', 4);
      else lookup('127.0.0.1', options, callback);
    });
    try {
      const address = addressOf('nameless').replace('127.0.0.1', 'crawls.test');
      const nameless = Promise.withResolvers<void>();
      const onDbWait = (problem: string): void => {
        // The first may be that the connection ended.
        if (problem.includes('cannot be found')) nameless.resolve();
      };
      const frontier = await open(address, { onDbWait });
      await frontier.add([found('http://a/1')]);
      isGone = true;
      await server.stop('SIGKILL');
      const waiting = frontier.add([found('http://a/2')]);
      try {
        await Promise.race([nameless.promise, waiting]);
      } finally {
        await server.start();
      }
      isGone = false;
      expect(await waiting).toEqual({ added: 1, duplicates: 0 });
      isGone = true;
      await expect(open(address)).rejects.toThrow(/cannot be found: check the host/);
    } finally {
      resolving.mockRestore();
    }
  });

  test('only for want of a free connection: a call waits for one, but a program that begins is refused', async () => {
    await asSuperuser('CREATE ROLE crowded LOGIN; GRANT CREATE ON DATABASE postgres TO crowded');
    const url = new URL(addressOf('crowded'));
    url.username = 'crowded';
    const told = Promise.withResolvers<void>();
    const onDbWait = (problem: string): void => {
      if (/has no free connection: raise max_connections/.test(problem)) told.resolve();
    };
    const frontier = await open(url.href, { onDbWait });
    await asSuperuser('ALTER ROLE crowded CONNECTION LIMIT 0');
    await asSuperuser("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'crowded'");
    const waiting = frontier.add([found('http://a/1')]);
    await Promise.race([told.promise, waiting]);
    await expect(open(url.href)).rejects.toMatchObject({ code: 'unreachable' satisfies StoreErrorCode });
    await asSuperuser('ALTER ROLE crowded CONNECTION LIMIT -1');
    expect(await waiting).toEqual({ added: 1, duplicates: 0 });
  });

  test('for longer than the call waits: unreachable, and the crawl goes on later', async () => {
    const frontier = await open(addressOf('gone'), { dbWait: 1 });
    await frontier.add([found('http://a/1')]);
    await server.stop('SIGQUIT');
    await expect(frontier.add([found('http://a/2')])).rejects.toMatchObject({
      code: 'unreachable' satisfies StoreErrorCode,
    });
    await frontier.close();
    await server.start();
    const again = await open(addressOf('gone'));
    expect(await again.lease(request({ now: again.now() }))).toHaveLength(1);
  });

  test('for longer than a call waits: those in line behind it fail with it, and the program can leave', async () => {
    const frontier = await open(addressOf('line'), { dbWait: 500 });
    await server.stop('SIGQUIT');
    // One after another, they would wait for longer than a test may take.
    const calls = Array.from({ length: 200 }, async (_, n) => frontier.add([found(`http://a/${n}`)]));
    const reads = Array.from({ length: 200 }, async () => frontier.stats());
    const ends = await Promise.allSettled([...calls, ...reads]);
    await frontier.close();
    await server.start();
    expect(new Set(ends.map((end) => end.status === 'rejected' && String(end.reason?.code)))).toEqual(
      new Set(['unreachable' satisfies StoreErrorCode]),
    );
  });

  test('only for writes, while reads succeed: a write gives up', async () => {
    const frontier = await open(addressOf('half'), { dbWait: 500 });
    await asSuperuser(`
      CREATE FUNCTION dustpan_half.leave() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
      CREATE TRIGGER leave BEFORE INSERT ON dustpan_half.entry EXECUTE FUNCTION dustpan_half.leave()`);
    const write = frontier.add([found('http://a/1')]);
    const ended = write.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([ended, frontier.stats().then(() => false)])));
    await expect(write).rejects.toMatchObject({ code: 'unreachable' satisfies StoreErrorCode });
  });

  test('while the program wants to end: calls soon give up', async () => {
    const ending = new AbortController();
    const told = Promise.withResolvers<void>();
    const frontier = await open(addressOf('ending'), {
      dbWait: 3_600_000,
      signal: ending.signal,
      onDbWait: () => {
        told.resolve();
      },
    });
    await server.stop('SIGQUIT');
    const waiting = frontier.add([found('http://a/1')]);
    await Promise.race([told.promise, waiting]);
    ending.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'unreachable' satisfies StoreErrorCode });
    await frontier.close();
    await server.start();
  });

  test('a server that ends every connection is not noticed but by the time it takes', async () => {
    const frontier = await open(addressOf('kicked'));
    const [lease] = await frontier.add([found('http://a/1')]).then(async () => frontier.lease(request()));
    await asSuperuser("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'dustpan %'");
    const settlement = { ...ONCE, id: lease?.id ?? 0, outcome: page(), found: [found('http://a/2')] };
    expect(await frontier.settle('run', [settlement])).toEqual({ added: 1, duplicates: 0, spelled: [] });
    expect((await frontier.stats()).states).toMatchObject({ done: 1, queued: 1 });
  });
});

describe('what cannot be opened or written is told in one line', () => {
  const refused = async (address: string, options = {}): Promise<unknown> => {
    const error: unknown = await openFrontier(address, options).then(
      async (frontier) => frontier.close(),
      (reason: unknown) => reason,
    );
    if (!(error instanceof Error)) return error;
    expect(error.message).not.toMatch(/\n|secret/);
    expect(error.message).toMatch(/[:;] \w/);
    return error;
  };

  test.each<[string, StoreErrorCode, () => string]>([
    ['a port without a server', 'unreachable', () => addressOf('x', '1')],
    ['a host that does not exist', 'unreachable', () => 'postgres://ann:secret@missing.invalid/d'],
    ['a folder without a socket', 'unreachable', () => socketOf('x', '/missing')],
    ['a missing database', 'not-found', () => server.url.replace(/postgres$/, 'missing')],
    ['an address that is none', 'invalid-address', () => 'postgres://ann:secret@[h'],
  ])('%s: %s', async (_, code, address) => {
    expect(await refused(address())).toMatchObject({ code });
  });

  test('an address without a host: unreachable, and where the server was looked for', async () => {
    expect(await refused('postgres:///d?port=1')).toMatchObject({
      code: 'unreachable' satisfies StoreErrorCode,
      message: expect.stringMatching(/\([\da-f.:]+, port 1\) does not answer: start the server/),
    });
  });

  test('a user without rights, and a wrong password: no-access', async () => {
    await asSuperuser("CREATE ROLE bob LOGIN PASSWORD 'right'; REVOKE CREATE ON DATABASE postgres FROM PUBLIC");
    const url = new URL(addressOf('bob'));
    url.username = 'bob';
    url.password = 'secret';
    expect(await refused(url.href)).toMatchObject({
      code: 'no-access',
      message: expect.stringMatching(
        /a new crawl \(.*\): grant the user CREATE on the database, and on the schema if it exists$/,
      ),
    });
    const hba = await asSuperuser<{ readonly hba_file: string }>('SHOW hba_file');
    await asSuperuser(`COPY (SELECT 'host all bob all scram-sha-256' UNION ALL SELECT 'host all all all trust' ORDER BY 1 DESC)
      TO '${hba[0]?.hba_file}'`);
    await asSuperuser('SELECT pg_reload_conf()');
    await expect.poll(async () => refused(url.href)).toMatchObject({ message: expect.stringMatching(/password/) });
  });

  test("a user without rights on another user's crawl: no-access, also in a list, and which rights are missing", async () => {
    await (await open(addressOf('private'))).close();
    await asSuperuser('CREATE ROLE eve LOGIN; GRANT CREATE ON DATABASE postgres TO eve');
    const url = new URL(addressOf('private'));
    url.username = 'eve';
    const listed = async (): Promise<unknown> => {
      const crawls = await Array.fromAsync(storedCrawls(url.href));
      return crawls.find(({ name }) => name === 'private')?.contents;
    };
    for (const right of [/schema .*: grant the user USAGE on the schema/, /table .*SELECT on its tables/]) {
      const forbidden = { code: 'no-access', message: expect.stringMatching(right) };
      expect(await refused(url.href, { readonly: true })).toMatchObject(forbidden);
      expect(await listed()).toMatchObject(forbidden);
      await asSuperuser('GRANT USAGE ON SCHEMA dustpan_private TO eve');
    }
    await asSuperuser('GRANT SELECT ON ALL TABLES IN SCHEMA dustpan_private TO eve');
    expect(await listed()).toMatchObject({ programs: 0 });
    await (await open(url.href, { readonly: true })).close();
    expect(await refused(url.href)).toMatchObject({
      message: expect.stringMatching(/to crawl, ALL on its tables and sequences$/),
    });
    for (const kind of ['TABLES', 'SEQUENCES'])
      await asSuperuser(`GRANT ALL ON ALL ${kind} IN SCHEMA dustpan_private TO eve`);
    await (await open(url.href)).add([found('http://a/1')]);
  });

  test('a crawl of a newer version, and a missing crawl opened for reading', async () => {
    await (await open(addressOf('newer'))).close();
    await asSuperuser('UPDATE dustpan_newer.about SET version = 99');
    expect(await refused(addressOf('newer'))).toMatchObject({ code: 'newer-version' });
    expect(await refused(addressOf('newer'), { fresh: true })).toMatchObject({ code: 'newer-version' });
    expect(await refused(addressOf('missing'), { readonly: true })).toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/^there is no crawl "missing" at postgres:.*: write its name as \?crawl=NAME/),
    });
  });

  test('tables that are not of a crawl: corrupt', async () => {
    await asSuperuser(`
      CREATE SCHEMA dustpan_foreign; CREATE TABLE dustpan_foreign.entry (x int);
      CREATE SCHEMA dustpan_other; CREATE TABLE dustpan_other.about AS SELECT 'x' AS version;
      CREATE SCHEMA dustpan_versionless; CREATE TABLE dustpan_versionless.about (x int)`);
    const message = expect.stringMatching(
      /has tables that are not those of a crawl \(.*\): restore a backup, or name another crawl$/,
    );
    for (const crawl of ['foreign', 'other', 'versionless']) {
      for (const fresh of [false, true])
        expect(await refused(addressOf(crawl), { fresh }), crawl).toMatchObject({ code: 'corrupt', message });
    }
  });

  test('a full disk: disk-full, and the call changes nothing', async () => {
    const frontier = await open(addressOf('full'));
    await refuseRows('dustpan_full', 'spelling', 'could not extend file', '53100');
    const batch = [found('http://a/1'), found('http://a/1#x', { key: 'http://a/1', pass: 'p' })];
    await expect(frontier.add(batch)).rejects.toMatchObject({ code: 'disk-full' });
    expect(await entriesOf(frontier)).toEqual([]);
    await asSuperuser('DROP TRIGGER refuse ON dustpan_full.spelling');
    expect(await frontier.add(batch)).toEqual({ added: 1, duplicates: 1 });

    // Of a call that fails in several of its statements, nothing is left for the program to end by.
    const settle = async (outcome: Outcome, ...links: readonly string[]): Promise<AddCounts> => {
      const [lease] = await frontier.lease(request({ now: frontier.now() }));
      const spellings = links.map((url) => found(url, { key: 'http://a/1', pass: 'p' }));
      return frontier.settle('run', [{ ...ONCE, id: lease?.id ?? 0, outcome, found: spellings }]);
    };
    await settle(page());
    await frontier.requeue(Number.MAX_SAFE_INTEGER);
    await refuseRows('dustpan_full', 'spelling', 'could not extend file', '53100');
    const unhandled = vi.fn<(error: unknown) => void>();
    process.on('unhandledRejection', unhandled);
    await expect(settle({ kind: 'failed', reason: 'http-404', status: 404 }, 'http://a/1#y')).rejects.toMatchObject({
      code: 'disk-full',
    });
    await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("a fault of the server's own: unreachable, and the server's words", async () => {
    const frontier = await open(addressOf('faulty'));
    await refuseRows('dustpan_faulty', 'entry', 'could not read block 7', '58030');
    await expect(frontier.add([found('http://a/1')])).rejects.toMatchObject({
      code: 'unreachable' satisfies StoreErrorCode,
      message: expect.stringMatching(
        / cannot do its work \(could not read block 7\): see the server's log, then run again$/,
      ),
    });
  });

  test('a call that writes on a crawl opened for reading: read-only', async () => {
    await (await open(addressOf('read'))).close();
    const frontier = await open(addressOf('read'), { readonly: true });
    await expect(frontier.add([found('http://a/1')])).rejects.toMatchObject({ code: 'read-only' });
    expect(await frontier.programs()).toEqual([]);
  });

  test('a crawl to start over that another program uses: locked', async () => {
    const frontier = await open(addressOf('used'));
    await frontier.add([found('http://a/1')]);
    expect(await refused(addressOf('used'), { fresh: true })).toMatchObject({ code: 'locked' });
    await frontier.close();
    const fresh = await open(addressOf('used'), { fresh: true });
    expect(await entriesOf(fresh)).toEqual([]);
  });

  test('a program that was frozen while another one started the crawl over: what it knows does not get in', async () => {
    const frozen = await open(addressOf('over'));
    await frozen.add([found('http://a/1'), found('http://b/1')]);
    await asSuperuser("UPDATE dustpan_over.program SET seen = seen - interval '1 minute'");
    const fresh = await open(addressOf('over'), { fresh: true });
    await expect(frozen.add([found('http://b/1'), found('http://b/2')])).rejects.toMatchObject({
      code: 'not-found' satisfies StoreErrorCode,
      message: expect.stringMatching(
        / was replaced by a new crawl \(--fresh\) .*: run it again to join the new crawl$/,
      ),
    });
    expect(await entriesOf(fresh)).toEqual([]);
    expect(await fresh.programs()).toHaveLength(1);
  });
});

test.each(['SET search_path = dustpan_theirs', 'DEALLOCATE ALL'])(
  'a connection that a pooler gave to others meanwhile (%s): nothing is read or written in the wrong tables',
  async (sql) => {
    const [theirs, ours] = [await open(addressOf('theirs')), await open(addressOf('ours'))];
    // When a transaction ends, as a pooler does.
    await asSuperuser(`
      CREATE OR REPLACE FUNCTION dustpan_ours.give() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN EXECUTE '${sql}'; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER give AFTER INSERT ON dustpan_ours.entry DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION dustpan_ours.give()`);
    await ours.add([found('http://a/1')]);
    await expect(ours.add([found('http://a/2')])).rejects.toMatchObject({
      code: 'unreachable' satisfies StoreErrorCode,
      message: expect.stringMatching(/a pooler in transaction mode, .*: connect to the server itself, or use session/),
    });
    expect(await entriesOf(theirs)).toEqual([]);
    await asSuperuser('DROP SCHEMA dustpan_ours CASCADE');
  },
);

test('limits of time that a user has do not hold for the store', async () => {
  await asSuperuser('CREATE ROLE hasty LOGIN; GRANT CREATE ON DATABASE postgres TO hasty');
  const url = new URL(addressOf('hasty'));
  url.username = 'hasty';
  // Not every version has all of them.
  const limits = "name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_session_timeout')";
  for (const { name } of await asSuperuser<{ readonly name: string }>(`SELECT name FROM pg_settings WHERE ${limits}`))
    await asSuperuser(`ALTER ROLE hasty SET ${name} = '1min'`);
  await (await open(url.href)).close();
  await asSuperuser(`
    CREATE FUNCTION dustpan_hasty.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.reason := (SELECT string_agg(setting, ' ') FROM pg_settings WHERE ${limits});
      RETURN NEW;
    END $$;
    CREATE TRIGGER note BEFORE INSERT ON dustpan_hasty.entry FOR EACH ROW EXECUTE FUNCTION dustpan_hasty.note();
    GRANT EXECUTE ON FUNCTION dustpan_hasty.note() TO hasty`);
  const frontier = await open(url.href);
  await frontier.add([found('http://a/1')]);
  expect(await entriesOf(frontier)).toMatchObject([{ reason: expect.stringMatching(/^0( 0)+$/) }]);
});

test('a database that publishes all its tables to others takes every change', async () => {
  await asSuperuser('CREATE PUBLICATION all_tables FOR ALL TABLES');
  const frontier = await open(addressOf('published'));
  await frontier.add([found('http://a/1')]);
  const [lease] = await frontier.lease(request());
  await frontier.settle('run', [{ ...ONCE, id: lease?.id ?? 0, outcome: page(), found: [found('http://a/2')] }]);
  expect(await frontier.requeue(Number.MAX_SAFE_INTEGER)).toBe(1);
  await asSuperuser('DROP PUBLICATION all_tables');
  const bare = await asSuperuser(`
    SELECT relname FROM pg_class WHERE relnamespace = 'dustpan_published'::regnamespace AND relkind = 'r'
      AND NOT EXISTS (SELECT 1 FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary)`);
  expect(bare).toEqual([]);
});

test('programs that add and settle the same URLs at once: nothing is lost, double or miscounted', async () => {
  const programs = await Promise.all(Array.from({ length: 4 }, async () => open(addressOf('many'))));
  const urls = Array.from({ length: 200 }, (_, n) => `http://site${n % 7}/${n}`);
  await programs[0]?.add(urls.slice(0, 40).map((url) => found(url)));
  const settled: number[] = [];
  await Promise.all(
    programs.map(async (frontier, at) => {
      const run = `run ${at}`;
      for (let turn = 0; turn < 12; turn++) {
        const leases = await frontier.lease(request({ run, limit: 6, now: frontier.now() }));
        settled.push(...leases.map(({ id }) => id));
        await frontier.settle(
          run,
          leases.map(({ id, url }) => {
            const links = urls.filter((_, n) => (n * 31 + id) % 5 === 0).map((one) => found(one, { depth: id % 4 }));
            const fragment = found(`${url}#${id}`, { key: url, pass: 'p' });
            return {
              ...ONCE,
              id,
              outcome: page({ canonical: found(urls[id * 3] ?? url) }),
              found: [...links, fragment],
            };
          }),
        );
      }
    }),
  );
  const [frontier] = programs;
  if (frontier === undefined) throw new Error('no program');
  const entries = await entriesOf(frontier);
  const count = (state: string): number => entries.filter((entry) => entry.state === state).length;
  expect(new Set(settled).size).toBe(settled.length);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  expect(await frontier.stats()).toMatchObject({
    states: { done: settled.length, queued: count('queued'), leased: 0, skipped: 0 },
    aliases: { canonical: entries.filter(({ aliasBy }) => aliasBy === 'canonical').length },
    duplicates: { p: entries.flatMap(({ spellings }) => spellings).length },
  });
});
