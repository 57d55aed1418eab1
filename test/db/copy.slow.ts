/** Covers: db/batch.ts, db/copy.ts, db/sqlite/copy.ts, db/postgres/{dump,load}.ts */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyCrawl } from '../../db/copy.ts';
import { type Frontier, openFrontier } from '../../db/index.ts';
import { claim, evidence, rekeying } from './claims.ts';
import { entriesOf, found, ONCE, page, request } from './helpers.ts';
import { anySteps, newWorld, replay, type Step, type World } from './model-conformance.ts';
import { startServer, type TestServer } from './postgres/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'dustpan-copy-'));
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

let crawls = 0;
const newFile = (): string => join(folder, `${crawls++}.dustpan`);
const newAddress = (): string => `${server.url}?crawl=c${crawls++}`;
const PLACES = { file: newFile, server: newAddress } as const;
const WAYS = [
  ['file', 'file'],
  ['file', 'server'],
  ['server', 'file'],
  ['server', 'server'],
] as const;

async function copy(from: string, to: string, change: Partial<Parameters<typeof copyCrawl>[2]> = {}): Promise<string> {
  await copyCrawl(from, to, { fresh: false, signal: new AbortController().signal, onBatch: () => {}, ...change });
  return to;
}

async function using<T>(name: string, work: (frontier: Frontier) => Promise<T>, readonly = false): Promise<T> {
  const frontier = await openFrontier(name, { readonly });
  try {
    return await work(frontier);
  } finally {
    await frontier.close();
  }
}

/** All that a frontier tells. */
async function contents(name: string): Promise<unknown> {
  return using(
    name,
    async (frontier) => ({
      entries: await entriesOf(frontier),
      links: await Array.fromAsync(frontier.links()),
      stats: await frontier.stats(),
      sites: await frontier.sites(1000),
      evidence: await frontier.evidence(),
      claims: await frontier.claims(),
      epoch: await frontier.keyEpoch(),
      meta: await frontier.getMeta('a'),
    }),
    true,
  );
}

const urls = (host: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `http://${host}/${n}`);

/** A crawl of everything that a frontier stores. */
async function made(name: string): Promise<string> {
  await using(name, async (frontier) => {
    await frontier.setMeta('a', 'b\0\u{1f9f9}');
    await frontier.add([
      found('http://b/map', { role: 'sitemap', source: 'seed' }),
      found('http://b/0\0', { key: 'http://b/0%00' }),
    ]);
    await frontier.pace('b', 70);
    const [{ id } = { id: 0 }] = await frontier.lease(request({ limit: 1 }));
    const listed = found('http://a/7', { source: 'sitemap', lastmod: '2026-01-01' });
    const details = { etag: 'e', lastModified: 'l', text: 't', sketch: 's', record: '{"a":"\0"}', fields: '{}' };
    const outcome = page({ role: 'sitemap', digest: 'd', contentType: 'text/xml', details });
    await frontier.settle('run', [{ ...ONCE, id, outcome, found: [listed], siteUntil: 5 }]);
    await frontier.add(urls('a', 20).flatMap((url) => [found(url), found(`${url}#x`, { key: url, pass: 'p' })]));
    await frontier.addEvidence([evidence({ path: '/\0', at: 3 }), evidence({ path: '/', at: 2 })]);
    await frontier.rekey(rekeying([claim('www', 'remove')], ['a']));
  });
  return name;
}

describe.each(WAYS)('from a %s to a %s', (from, to) => {
  test('everything arrives', async () => {
    const source = await made(PLACES[from]());
    const target = await copy(source, PLACES[to]());
    expect(await contents(target)).toEqual(await contents(source));
    expect(await contents(source)).toMatchObject({ meta: 'b\0\u{1f9f9}', epoch: 1, evidence: [{ at: 2 }, { at: 3 }] });
  });

  test('the crawl goes on: numbers, turns of sites and delays follow', async () => {
    const source = await made(PLACES[from]());
    const target = await copy(source, PLACES[to]());
    const next = async (frontier: Frontier): Promise<unknown> => {
      await frontier.add([found('http://c/1')]);
      return [await frontier.lease(request({ limit: 4, now: 10 })), await entriesOf(frontier)];
    };
    expect(await using(target, next)).toEqual(await using(source, next));
  });

  test('leases become queued', async () => {
    const source = PLACES[from]();
    await using(source, async (frontier) => {
      await frontier.add(urls('a', 3).map((url) => found(url)));
      await frontier.lease(request({ limit: 2 }));
    });
    await using(await copy(source, PLACES[to]()), async (frontier) => {
      expect((await frontier.stats()).states).toMatchObject({ queued: 3, leased: 0 });
      expect(await frontier.lease(request({ run: 'other' }))).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
    });
  });

  test.runIf(from === 'file')('a number that is too large for the copy: the crawl is damaged', async () => {
    const source = await made(PLACES[from]());
    const db = new Database(source);
    db.exec('UPDATE entry SET depth = 9223372036854775807');
    db.close();
    const message = `${source} is damaged: restore a copy, or start over with another file`;
    await expect(copy(source, PLACES[to]())).rejects.toMatchObject({ code: 'corrupt', message });
  });

  test('as many rows as fill whole batches', async () => {
    const source = PLACES[from]();
    await using(source, async (frontier) => {
      await frontier.add(Array.from({ length: 1000 }, (_, n) => found(`http://h${n}/`)));
      await frontier.add(urls('h0', 1000).map((url) => found(url, { key: 'http://h0/', pass: 'p' })));
    });
    const target = await copy(source, PLACES[to]());
    expect(await contents(target)).toEqual(await contents(source));
    await using(target, async (frontier) => {
      await frontier.add([found('http://new/')]);
      const leases = await frontier.lease(request({ limit: 2000 }));
      expect(leases.map(({ id }) => id)).toEqual(Array.from({ length: 1001 }, (_, n) => n + 1));
    });
  });

  test('a crawl in use is refused', async () => {
    const source = await made(PLACES[from]());
    const target = PLACES[to]();
    await using(source, async () => {
      await expect(copy(source, target)).rejects.toMatchObject({ code: 'locked' });
    });
    await expect(contents(target)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a target that has a crawl stays as it is, and --fresh replaces it, unless a program uses it', async () => {
    const [source, target] = [await made(PLACES[from]()), PLACES[to]()];
    await using(target, async (frontier) => {
      await frontier.add([found('http://old/')]);
      await expect(copy(source, target, { fresh: true })).rejects.toMatchObject({ code: 'locked' });
    });
    const before = await contents(target);
    await expect(copy(source, target)).rejects.toMatchObject({ code: 'exists' });
    expect(await contents(target)).toEqual(before);
    await copy(source, target, { fresh: true });
    expect(await contents(target)).toEqual(await contents(source));
  });

  test('an interrupted copy leaves nothing behind, and the crawl that it would have replaced', async () => {
    const [source, target, old] = [await made(PLACES[from]()), PLACES[to](), PLACES[to]()];
    await using(old, async (frontier) => frontier.add([found('http://old/')]));
    const before = await contents(old);
    for (const [name, last] of [
      [target, 'entry'],
      [old, 'tally'],
    ] as const) {
      const controller = new AbortController();
      const seen: string[] = [];
      const onBatch = ({ table }: { readonly table: string }): void => {
        seen.push(table);
        if (table === last) controller.abort(new Error('stop'));
      };
      const { signal } = controller;
      await expect(copy(source, name, { signal, onBatch, fresh: true })).rejects.toThrow('stop');
      expect(seen.at(-1)).toBe(last);
    }
    await expect(contents(target)).rejects.toMatchObject({ code: 'not-found' });
    expect(await contents(old)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test('a crawl that is not there is told, and the target is not touched', async () => {
    const target = PLACES[to]();
    await using(target, async () => {});
    const before = await contents(target);
    await expect(copy(PLACES[from](), target, { fresh: true })).rejects.toMatchObject({ code: 'not-found' });
    expect(await contents(target)).toEqual(before);
  });
});

test.each(['file', 'server'] as const)('a %s is not copied to itself', async (place) => {
  const name = await made(PLACES[place]());
  const before = await contents(name);
  const other =
    place === 'server' ? name.replace('127.0.0.1', 'localhost').replace('crawl', 'sslmode=disable&crawl') : name;
  for (const fresh of [false, true]) {
    await expect(copy(name, other, { fresh })).rejects.toThrow(/is being copied: name another target/);
  }
  expect(await contents(name)).toEqual(before);
});

test('a file of another program is not replaced', async () => {
  const other = join(folder, 'notes.txt');
  const { writeFile } = await import('node:fs/promises');
  await writeFile(other, 'notes '.repeat(100));
  await expect(copy(await made(newFile()), other, { fresh: true })).rejects.toMatchObject({ code: 'not-a-database' });
  expect(readFileSync(other, 'utf8')).toMatch(/^notes/);
});

test('what a killed copy left is overwritten', async () => {
  const [source, target] = [await made(newFile()), newFile()];
  const part = `${target}.part`;
  await copy(source, part);
  await copy(source, target);
  expect(await contents(target)).toEqual(await contents(source));
  expect(existsSync(part)).toBe(false);
});

test('a server knows the sizes of the tables of a copy, so that it plans for them', async () => {
  const target = await copy(await made(newFile()), newAddress());
  const client = new pg.Client(target);
  await client.connect();
  const schema = `dustpan_${new URL(target).searchParams.get('crawl')}`;
  const sizes = await client.query(`
    SELECT (SELECT count(*)::int FROM ${schema}.entry) AS rows, reltuples::int AS known
    FROM pg_class WHERE oid = '${schema}.entry'::regclass`);
  await client.end();
  expect(sizes.rows).toEqual([{ rows: 22, known: 22 }]);
});

test('a server that ends the connection during a copy is told, and has no half crawl', async () => {
  const [source, target] = [await made(newAddress()), newAddress()];
  const client = new pg.Client(server.url);
  await client.connect();
  // Holds up the copy when nearly all is written.
  await client.query(`BEGIN; LOCK TABLE dustpan_${new URL(source).searchParams.get('crawl')}.claim`);
  const copied = expect(copy(source, target)).rejects.toMatchObject({ code: 'unreachable' });
  const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted';
  while ((await client.query(waiting)).rows.length === 0) await new Promise(setImmediate);
  await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'dustpan%'");
  await copied;
  await client.end();
  await expect(contents(target)).rejects.toMatchObject({ code: 'not-found' });
});

test('any crawl is the same after a copy to a server and back, and goes on in the same way', async () => {
  const continued = async (name: string, steps: readonly Step[], world: World): Promise<unknown> =>
    replay(await openFrontier(name), steps, { ...world, leases: [...world.leases] });
  await fc.assert(
    fc.asyncProperty(anySteps, anySteps, async (before, after) => {
      const [original, world] = [newFile(), newWorld()];
      await replay(await openFrontier(original), before, world);
      await using(original, async (frontier) => frontier.release());
      const there = await copy(original, newAddress());
      const back = await copy(there, newFile());
      const expected = await contents(original);
      expect(await contents(there)).toEqual(expected);
      expect(await contents(back)).toEqual(expected);
      expect(await continued(back, after, world)).toEqual(await continued(original, after, world));
    }),
    { numRuns: Number(process.env['COPY_RUNS'] ?? 8), endOnFailure: true },
  );
});
