/** Covers: db/postgres/former-keys.ts */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { copyCrawl } from '../../../db/copy.ts';
import { type Entry, type FoundUrl, type Frontier, type Lease, type Outcome, StoreError } from '../../../db/index.ts';
import { keyDigest } from '../../../db/postgres/digest.ts';
import { openPostgresFrontier } from '../../../db/postgres/open.ts';
import { areKeysStale } from '../../../db/store.ts';
import type { Claim } from '../../../src/evidence/claim.ts';
import { foundBy, NO_SLASH, NO_WWW, rekeying } from '../claims.ts';
import { entriesOf, ONCE, page, request } from '../helpers.ts';
import { startServer, type TestServer } from './server.ts';

// Each takes two seconds at most, unless programs wait for each other without end.
vi.setConfig({ testTimeout: 30_000 });

const PAGES = 60;
const SITES = ['a', 'www.a'];
const STATES = ['queued', 'leased', 'done', 'failed', 'skipped'] as const;

let server: TestServer;
let client: pg.Client;
beforeAll(async () => {
  server = await startServer();
  client = new pg.Client(server.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.close();
});

let crawls = 0;
let name = '';
let first: Frontier;
let second: Frontier;
beforeEach(async () => {
  const crawl = `parts${crawls++}`;
  name = `${server.url}?crawl=${crawl}`;
  // What looks like a lost connection shall fail soon.
  first = await openPostgresFrontier(name, { dbWait: 3000 }, 1);
  second = await openPostgresFrontier(name, { dbWait: 3000 }, 1);
  await client.query(`SET search_path = dustpan_${crawl}`);
});
afterEach(async () => {
  await first.close();
  await second.close();
});

const plain = (url: string): FoundUrl => foundBy([], url);

const LAST = PAGES - 1;
const NUMBERS = Array.from({ length: PAGES }, (_, n) => n);
/** Entries that only get other keys, and entries of which each has a twin that it is merged with. */
const RENAMED = NUMBERS.map((n) => `http://www.a/${n}`);
const MERGED = NUMBERS.flatMap((n) => [`http://www.a/${n}/#x`, `http://a/${n}/`]);

/** Adds URLs, and reads the first. */
async function addUrls(urls: readonly string[]): Promise<void> {
  await first.add(urls.map(plain));
  const [lease] = await first.lease(request({ now: first.now(), limit: 1 }));
  const found = [plain('http://www.a/3'), plain('http://www.a/3#y')];
  await first.settle('run', [{ ...ONCE, id: lease?.id ?? 0, outcome: page({ digest: 'd' }), found }]);
}

/** Tells whether some work has ended, or failed. */
function endOf(work: Promise<unknown>): () => boolean {
  let hasEnded = false;
  const end = (): void => void (hasEnded = true);
  work.then(end, end);
  return () => hasEnded;
}

/** The number of the advisory lock that a rekey waits for. */
const HOLD = 12345;

/** Begins to give entries new keys, and lets it wait in the middle of a part, behind at least `parts` that took effect. */
async function rekeyUntil(
  parts: number,
  claims: readonly Claim[] = [NO_WWW],
): Promise<{ readonly rekeyed: Promise<unknown> }> {
  await client.query(`
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM former_key) + (SELECT count(*) FROM entry WHERE alias_by = 'equivalence') > ${parts} THEN
        PERFORM pg_advisory_xact_lock(${HOLD});
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER hold AFTER INSERT ON former_key EXECUTE FUNCTION hold();
    CREATE TRIGGER hold AFTER UPDATE OF alias_by ON entry EXECUTE FUNCTION hold();
    SELECT pg_advisory_lock(${HOLD})`);
  const rekeyed = first.rekey(rekeying(claims, SITES));
  rekeyed.catch(() => undefined);
  await expect.poll(isHeld, { interval: 1 }).toBe(true);
  return { rekeyed };
}

/** Whether a part waits in its middle. */
async function isHeld(): Promise<boolean> {
  return (await client.query(`SELECT FROM pg_locks WHERE objid = ${HOLD} AND NOT granted`)).rows.length > 0;
}

/** Whether a program waits for another one. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await client.query(`SELECT FROM pg_locks WHERE objid IS DISTINCT FROM ${HOLD} AND NOT granted`);
  return rows.length > 0;
}

async function letGo(): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock(${HOLD})`);
}

/** Lets the part that waits take effect. The next one waits again. */
async function letOneGo(): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock(${HOLD}); SELECT pg_advisory_lock(${HOLD})`);
}

/** Begins to give entries new keys, and stops after some of them. */
async function beginRekeying(): Promise<void> {
  const { rekeyed } = await rekeyUntil(PAGES / 10);
  // It closes behind the part that waits.
  const closed = first.close();
  await letGo();
  await closed;
  await expect(rekeyed).rejects.toThrow(StoreError);
}

function refuseUnlessStale(error: unknown): void {
  if (!areKeysStale(error)) throw error;
}

/** The state of a crawl, without what tells of the order of the changes. Its counts are those of its entries. */
async function stateOf(frontier: Frontier): Promise<unknown> {
  const { nextAt, ...stats } = await frontier.stats();
  const entries = await entriesOf(frontier);
  const counted = Map.groupBy(entries, ({ state }) => state);
  for (const state of STATES) expect([state, stats.states[state]]).toEqual([state, counted.get(state)?.length ?? 0]);
  return [await frontier.claims(), stats, nextAt !== null, entries.map(withoutOrder)];
}

function withoutOrder({ spellings, ...entry }: Entry): unknown {
  return { ...entry, spellings: spellings.toSorted((a, b) => (a.url < b.url ? -1 : 1)) };
}

test('a rekey that was broken off has changed some entries, and the next one changes the others', async () => {
  await addUrls([...RENAMED, ...MERGED]);
  await beginRekeying();
  const keys = (await entriesOf(second)).map(({ key }) => key);
  expect(keys).toContain('http://a/1');
  expect(keys).toContain(`http://www.a/${PAGES - 1}`);
  expect(await second.keyEpoch()).toBe(0);
  await second.rekey(rekeying([NO_WWW], SITES));
  const finished = await stateOf(second);
  await second.rekey(rekeying([], SITES));
  await second.rekey(rekeying([NO_WWW], SITES));
  expect(await stateOf(second)).toEqual(finished);
  expect((await client.query('SELECT * FROM former_key')).rows).toEqual([]);
});

test.each([
  ['other keys', RENAMED],
  ['twins', MERGED],
])('a rekey that was broken off is undone by the next one, also if that one names no site: %s', async (_, urls) => {
  await addUrls(urls);
  const before = await stateOf(second);
  await beginRekeying();
  expect(await stateOf(second)).not.toEqual(before);
  expect(await second.rekey(rekeying([], []))).toMatchObject({ epoch: 1 });
  expect(await stateOf(second)).toEqual(before);
});

test('until a rekey ends, keys of before name their entries', async () => {
  await addUrls([...RENAMED, ...MERGED]);
  const before = new Map((await entriesOf(second)).map(({ key, id }) => [key, id]));
  await beginRekeying();
  for (const [key, id] of before) expect((await second.entry(key))?.id).toBe(id);
  expect((await second.entriesOf([...before.keys()])).map((one) => one?.id)).toEqual([...before.values()]);
  const again = [...before.keys()].map((key) => plain(`${key}#again`));
  expect(await second.add(again, null, 0)).toEqual({ added: 0, duplicates: again.length });
  expect(await second.add(again, null, 0)).toEqual({ added: 0, duplicates: 0 });
  expect(await second.spellings(foundBy([], 'http://www.a/1').key, 9)).toEqual(['http://www.a/1#again']);
  expect(await second.linkedBy(foundBy([], 'http://www.a/0').key)).toEqual([
    (await second.entry(plain('http://www.a/3').key))?.key,
  ]);
});

test('until a rekey ends, outcomes that name keys of before are about their entries', async () => {
  await addUrls(RENAMED);
  const leases = await second.lease(request({ run: 'other', now: second.now() }));
  await beginRekeying();
  const renamed = (await entriesOf(second)).filter(({ key }) => !key.startsWith('http://www.')).map(({ id }) => id);
  const [own, next, last] = leases.filter(({ id }) => renamed.includes(id));
  const settle = async (lease: Lease | undefined, outcome: Outcome): Promise<unknown> =>
    second.settle('other', [{ ...ONCE, id: lease?.id ?? 0, outcome, found: [] }]);
  const redirect = (url = ''): Outcome => ({ kind: 'redirect', status: 301, to: plain(url) });
  await settle(own, redirect(`${own?.url}?utm_source=y`));
  await settle(next, redirect(last?.url));
  await settle(last, page({ canonical: plain(own?.url ?? '') }));
  const entries = await entriesOf(second);
  const [self, redirecting, declaring] = [own, next, last].map((lease) => entries.find(({ id }) => id === lease?.id));
  expect(self).toMatchObject({ state: 'queued', finalUrl: `${own?.url}?utm_source=y`, aliasOf: null });
  expect(redirecting).toMatchObject({ aliasOf: declaring?.key, aliasBy: 'redirect' });
  expect(declaring).toMatchObject({ aliasOf: self?.key, aliasBy: 'canonical' });
});

test('until a rekey ends, an entry that is found again is queued where it belongs now', async () => {
  await first.add([foundBy([], 'http://www.a/far'), ...RENAMED.map((url) => foundBy([], url, { depth: 3 }))]);
  await beginRekeying();
  const [far] = await entriesOf(second);
  expect(far).toMatchObject({ site: 'a', state: 'skipped' });
  await second.add([foundBy([], 'http://www.a/far', { skip: null })], null, 0);
  expect(await second.lease(request({ now: second.now(), level: true }))).toMatchObject([{ id: far?.id }]);
});

test('until a rekey ends, an entry may be found by both of its keys at once', async () => {
  await first.add(RENAMED.map((url) => foundBy([], url, { depth: 3 })));
  await beginRekeying();
  const both = [foundBy([], 'http://www.a/0', { depth: 2 }), foundBy([], 'http://a/0', { depth: 1 })];
  expect(await second.add(both, null, 0)).toEqual({ added: 0, duplicates: 1 });
  expect((await entriesOf(second))[0]).toMatchObject({ key: 'http://a/0', depth: 1 });
});

/** Adds an entry to the site of another one, as another program may. */
async function insert(url: string, state: string): Promise<void> {
  await client.query(
    `INSERT INTO entry (id, digest, key, site, depth, hops, state, role, source)
     SELECT nextval('entry_number'), $1, $2, site, 0, 0, $3, 'page', 'link' FROM entry WHERE key = 'http://a/other'`,
    [keyDigest(plain(url).key), url, state],
  );
}

/** Gives entries new keys, and makes changes after they are planned and before the last ones are carried out. */
async function rekeyWhile(change: () => Promise<unknown>, claims: readonly Claim[] = [NO_WWW]): Promise<void> {
  const { rekeyed } = await rekeyUntil(1, claims);
  await change();
  await letGo();
  await rekeyed;
}

test('an entry that changes after it was planned is planned again', async () => {
  await first.add(MERGED.map(plain));
  await rekeyWhile(async () => client.query(`UPDATE entry SET state = 'done' WHERE key = 'http://www.a/${LAST}/'`));
  const last = (await entriesOf(first)).filter(({ url }) => url.includes(`/${LAST}/`));
  expect(last).toMatchObject([
    { url: `http://www.a/${LAST}/#x`, state: 'done', aliasOf: null },
    { url: `http://a/${LAST}/`, aliasOf: `http://www.a/${LAST}/`, reason: 'equivalent' },
  ]);
});

test('a key that another entry got after it was planned for one merges the two', async () => {
  await first.add([...RENAMED, 'http://a/other'].map(plain));
  await rekeyWhile(async () => insert(`http://a/${LAST}`, 'queued'));
  const last = (await entriesOf(first)).filter(({ url }) => url.endsWith(`/${LAST}`));
  expect(last).toMatchObject([
    { url: `http://www.a/${LAST}`, aliasOf: `http://a/${LAST}`, reason: 'equivalent' },
    { url: `http://a/${LAST}`, aliasOf: null },
  ]);
});

/** Ends the connection of the program that waits for a row which `holder` has locked. */
async function loseWaiting(holder: pg.Client): Promise<void> {
  const waiting = async (): Promise<number | undefined> => {
    const { rows } = await holder.query(`
      SELECT pid FROM pg_stat_activity
      WHERE application_name LIKE 'dustpan %' AND wait_event_type = 'Lock' AND wait_event <> 'advisory'`);
    return rows[0]?.pid;
  };
  await expect.poll(waiting).not.toBe(undefined);
  await holder.query('SELECT pg_terminate_backend($1)', [await waiting()]);
  await holder.query('COMMIT');
}

test('the last part is carried out anew if its connection is lost', async () => {
  await first.add([...RENAMED, 'http://a/other'].map(plain));
  const { rows } = await client.query('SELECT current_schema() AS name');
  const holder = new pg.Client(server.url);
  await holder.connect();
  const losing: Promise<void>[] = [];
  const change = async (): Promise<void> => {
    // A part has given another entry this one's key. The last part takes it back, because this one is fetched.
    await insert('http://a/0/', 'done');
    await holder.query(`BEGIN; SELECT 1 FROM ${rows[0].name}.entry WHERE key = 'http://a/0' FOR UPDATE`);
    losing.push(loseWaiting(holder));
  };
  await rekeyWhile(change, [NO_WWW, NO_SLASH]);
  expect(losing).toHaveLength(1);
  await Promise.all(losing);
  await holder.end();
  const zero = (await entriesOf(first)).filter(({ url }) => /\/0\/?$/.test(url));
  expect(zero).toMatchObject([
    { url: 'http://www.a/0', aliasOf: 'http://a/0', reason: 'equivalent' },
    { url: 'http://a/0/', key: 'http://a/0', aliasOf: null },
  ]);
});

test('a key that passes from one entry to another does so at the end', async () => {
  await first.add([...NUMBERS.map((n) => `http://a/${n}/`), ...RENAMED].map(plain));
  await first.rekey(rekeying([NO_WWW], SITES));
  const holders = async (): Promise<readonly string[]> =>
    Promise.all(NUMBERS.map(async (n) => (await first.entry(plain(`http://a/${n}`).key))?.url ?? ''));
  expect(await holders()).toEqual(NUMBERS.map((n) => `http://www.a/${n}`));
  await first.rekey(rekeying([NO_SLASH], SITES));
  expect(await holders()).toEqual(NUMBERS.map((n) => `http://a/${n}/`));
});

test('what other programs add between the parts is decided at the end', async () => {
  await addUrls([...RENAMED, ...MERGED]);
  const { rekeyed } = await rekeyUntil(1);
  const hasEnded = endOf(rekeyed);
  const added: string[] = [];
  const adding: Promise<unknown>[] = [];
  for (let n = 0; !hasEnded(); n++) {
    // One is the entry of a page whose key is about to change, and one has the key that a page is about to get.
    const urls = [`http://www.a/${n}#again`, `http://a/${LAST - n}`];
    const add = second.add(urls.map(plain), null, 0).then(() => added.push(...urls), refuseUnlessStale);
    adding.push(add);
    const isAdded = endOf(add);
    await expect.poll(async () => isAdded() || (await isWaiting()), { interval: 1 }).toBe(true);
    await letOneGo();
    await expect.poll(async () => hasEnded() || (await isHeld()), { interval: 1 }).toBe(true);
  }
  await letGo();
  await rekeyed;
  await Promise.all(adding);
  expect(added.length).toBeGreaterThan(2);
  const entries = await entriesOf(first);
  const spelled = entries.flatMap(({ url, spellings }) => [url, ...spellings.map((spelling) => spelling.url)]);
  expect(added.filter((url) => !spelled.includes(url))).toEqual([]);
  expect(new Set(spelled).size).toBe(spelled.length);
  for (const { key, aliasOf } of entries) {
    const group = foundBy([NO_WWW], key).key;
    if (aliasOf === null && key !== group) expect((await first.entry(group))?.aliasOf).toBe(key);
  }
  expect(await first.rekey(rekeying([NO_WWW], SITES))).toMatchObject({ merged: 0, saved: 0, split: 0 });
});

test('a program waits while another one rekeys', async () => {
  await first.add(RENAMED.map(plain));
  const [other] = await second.programs();
  await client.query('UPDATE about SET rekeyer = $1', [other?.name]);
  const order: string[] = [];
  const rekeyed = first.rekey(rekeying([NO_WWW], SITES)).then(() => order.push('rekeyed'));
  for (let n = 0; n < 50; n++) await second.stats();
  order.push('ended');
  await client.query('UPDATE about SET rekeyer = NULL');
  await rekeyed;
  expect(order).toEqual(['ended', 'rekeyed']);
});

test('one program rekeys at a time, and one that waited may find its keys stale', async () => {
  await addUrls([...RENAMED, ...MERGED]);
  const both = await Promise.allSettled([
    first.rekey({ ...rekeying([NO_WWW], SITES), epoch: 0 }),
    second.rekey({ ...rekeying([NO_SLASH], SITES), epoch: 0 }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'stale-keys' } });
  const last = await second.rekey(rekeying([NO_SLASH], SITES));
  expect(last.epoch).toBe(2);
  expect(await first.claims()).toEqual([NO_SLASH]);
});

test('a crawl whose rekey was broken off is not copied', async () => {
  await addUrls([...RENAMED, ...MERGED]);
  await beginRekeying();
  await second.close();
  const options = { fresh: false, signal: new AbortController().signal, onBatch: () => undefined };
  await expect(copyCrawl(name, `${name}-copy`, options)).rejects.toThrow(
    /gave the entries of .* new keys: resume the crawl once/,
  );
});
