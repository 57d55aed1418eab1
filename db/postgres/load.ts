import type { Batch, Rows } from '../batch.ts';
import { alreadyThere, beingCopied } from '../errors.ts';
import { LIST } from './add.ts';
import { readAddress } from './connection-settings.ts';
import { type Digest, digestOf, keyDigest } from './digest.ts';
import { addEvidence, replaceClaims } from './ledger.ts';
import { addLinks } from './links.ts';
import { lockOf } from './locks.ts';
import { holdsCrawl, makeTables } from './open.ts';
import { KEEP_PAGE } from './pages.ts';
import { toStoreError } from './problems.ts';
import { GROWING } from './schema.ts';
import { Session } from './session.ts';
import { SiteNames } from './site-names.ts';
import { SPELL } from './spellings.ts';
import { bulk, statement } from './statement.ts';
import { Transaction, TURNS_PER_CALL } from './transaction.ts';

/** The program that a copy stands for. It is gone when others see it. */
const COPY = 'copy';

/** Fails for the source of a copy. */
const TAKE = statement<[schema: string], { readonly taken: boolean }>(
  `SELECT pg_try_advisory_xact_lock(${lockOf('copy', '$1')}) AS taken`,
);
const SET_EPOCH = statement<[epoch: number]>('UPDATE about SET epoch = $1');
const ADD_META = bulk<Rows['meta']>(
  { name: 'text', value: 'text' },
  (rows) => `INSERT INTO meta (name, value) SELECT name, value FROM ${rows}`,
);
const ADD_SITES = bulk<Rows['site'] & { readonly digest: Digest }>(
  { name: 'text', digest: 'bytea', turn: 'int8', delay: 'float8', nextAt: 'float8' },
  (rows) => `
    INSERT INTO site (name, digest, turn, delay, next_at) SELECT name, digest, turn, delay, "nextAt" FROM ${rows}`,
);
const SET_TURN = statement<[last: number]>(`SELECT setval('turn_number', $1::bigint / ${TURNS_PER_CALL} + 1)`);
const ADD_ENTRIES = bulk<Omit<Rows['entry'], 'site'> & { readonly site: number; readonly keyDigest: Digest }>(
  {
    id: 'int8',
    keyDigest: 'bytea',
    key: 'text',
    url: 'text',
    pass: 'text',
    site: 'int4',
    depth: 'int4',
    hops: 'int4',
    state: 'text',
    reason: 'text',
    attempts: 'int4',
    finalUrl: 'text',
    firstFailure: 'text',
    notBefore: 'float8',
    status: 'int4',
    contentType: 'text',
    digest: 'text',
    aliasOf: 'int8',
    aliasBy: 'text',
    location: 'text',
    fetchedAt: 'float8',
    role: 'text',
    source: 'text',
    foundOn: 'int8',
  },
  (rows) => `
    INSERT INTO entry (id, digest, key, url, pass, site, depth, hops, state, reason, attempts, fetch_url, first_failure,
      not_before, status, content_type, digest_of_body, alias_of, alias_by, location, fetched_at, role, source, found_on)
    SELECT id, "keyDigest", key, url, pass, site, depth, hops, state, reason, attempts, "finalUrl", "firstFailure",
      "notBefore", status, "contentType", digest, "aliasOf", "aliasBy", location, "fetchedAt", role, source, "foundOn"
    FROM ${rows}`,
);
const SET_ENTRY_NUMBER = statement<[last: number]>(`SELECT setval('entry_number', $1)`);
const ADD_TALLIES = bulk<Rows['tally']>(
  { kind: 'text', name: 'text', count: 'int8' },
  (rows, token) => `INSERT INTO tally (program, kind, name, count) SELECT $${token}, kind, name, count FROM ${rows}`,
);
const ADD_PROGRAM = statement<[token: string]>(`INSERT INTO program (token, host, gone) VALUES ($1, '', true)`);
const SET_DEPTHS = statement<[]>(`
  UPDATE site SET depth = ready.depth
  FROM (
    SELECT site, min(depth) AS depth FROM entry
    WHERE bucket = 0 AND state = 'queued' AND not_before IS NULL GROUP BY site
  ) AS ready
  WHERE bucket = 0 AND id = ready.site`);

/**
 * Makes a crawl on a server from the rows of another one, in one transaction.
 *
 * @param name `postgres://USER@HOST:PORT/DATABASE?crawl=NAME`
 * @param fresh replaces the crawl that is there
 * @throws {StoreError} `exists` if there is a crawl
 */
export async function loadCrawl(name: string, batches: AsyncIterable<Batch>, fresh: boolean): Promise<void> {
  const { target, schema, label } = readAddress(name);
  let session: Session | null = null;
  try {
    session = await Session.open(target, schema, 'dustpan copy');
    await session.begin('BEGIN');
    // The source may be slow.
    await session.say('SET LOCAL idle_in_transaction_session_timeout = 0');
    const [own] = (await session.send(TAKE, schema)).rows;
    if (own?.taken !== true) throw beingCopied(label);
    if (await holdsCrawl(session, { schema, label, fresh })) throw alreadyThere(label);
    await makeTables(session, schema, label);
    const sites = new SiteNames();
    for await (const batch of batches) {
      const transaction = new Transaction(session, COPY, {
        epoch: 0,
        isChanged: true,
        rekeyer: null,
        mayHaveFormerKeys: false,
      });
      await load(batch, sites, transaction);
      await transaction.sent();
      transaction.committed();
    }
    await session.send(SET_DEPTHS);
    await session.send(ADD_PROGRAM, COPY);
    // Plans for tables of unknown size are slow ones, and the server learns the sizes a minute later.
    await session.say(`ANALYZE ${GROWING}`);
    await session.say('COMMIT');
  } catch (error) {
    throw toStoreError(error, label);
  } finally {
    // Nothing is left to roll back after the last statement.
    await session?.say('ROLLBACK').catch(() => undefined);
    await session?.close();
  }
}

async function load({ table, rows }: Batch, sites: SiteNames, transaction: Transaction): Promise<void> {
  switch (table) {
    case 'epoch':
      for (const { epoch } of rows) void transaction.send(SET_EPOCH, epoch);
      return;
    case 'meta':
      void transaction.sendAll(ADD_META, rows);
      return;
    case 'site':
      void transaction.sendAll(
        ADD_SITES,
        rows.map((row) => ({ ...row, digest: digestOf(row.name) })),
      );
      void transaction.send(SET_TURN, rows.at(-1)?.turn ?? 0);
      return;
    case 'entry': {
      const numbers = await sites.numbers(transaction, new Map(rows.map(({ site }) => [site, null])));
      void transaction.sendAll(
        ADD_ENTRIES,
        rows.map((row) => ({ ...row, site: numbers.get(row.site) ?? 0, keyDigest: keyDigest(row.key) })),
      );
      const last = rows.at(-1);
      if (last !== undefined) void transaction.send(SET_ENTRY_NUMBER, last.id);
      return;
    }
    case 'spelling':
      void transaction.sendAll(
        SPELL,
        rows.map((row, place) => ({ ...row, digest: digestOf(row.url), place })),
      );
      return;
    case 'page':
      void transaction.sendAll(KEEP_PAGE, rows);
      return;
    case 'listing':
      void transaction.sendAll(
        LIST,
        rows.map((row) => ({ ...row, digest: digestOf(row.url) })),
      );
      return;
    case 'link':
      addLinks(
        rows.map(({ from, ...leads }) => ({ from, leads })),
        transaction,
      );
      return;
    case 'evidence':
      addEvidence(rows, transaction);
      return;
    case 'claim':
      replaceClaims(rows, transaction);
      return;
    case 'tally':
      void transaction.sendAll(ADD_TALLIES, rows, COPY);
      return;
  }
}
