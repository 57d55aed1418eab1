import { allRows, type Batch, batch, type PlainTable, ROWS_PER_BATCH, type Rows } from '../batch.ts';
import { StoreError } from '../errors.ts';
import { readAddress } from './connection-settings.ts';
import { unfinishedSites } from './former-keys.ts';
import { evidenceAsStored, readClaims } from './ledger.ts';
import { linksAfter } from './links.ts';
import { lockOf } from './locks.ts';
import { hasTables, missing, refuseOther, refuseUsed } from './open.ts';
import { toStoreError } from './problems.ts';
import { type Send, Session } from './session.ts';
import { statement } from './statement.ts';

const SELECT: Readonly<Record<PlainTable, string>> = {
  epoch: 'SELECT epoch FROM about',
  meta: 'SELECT name, value FROM meta',
  site: 'SELECT name, turn, delay, next_at AS "nextAt" FROM site WHERE bucket = 0 ORDER BY turn',
  entry: `
    SELECT entry.id, key, url, pass, site.name AS site, CASE state WHEN 'leased' THEN 'queued' ELSE state END AS state,
      entry.depth, hops, reason, attempts, fetch_url AS "finalUrl", first_failure AS "firstFailure", not_before AS "notBefore", status,
      content_type AS "contentType", digest_of_body AS digest, alias_of AS "aliasOf", alias_by AS "aliasBy", location,
      fetched_at AS "fetchedAt", role, source, found_on AS "foundOn"
    FROM entry JOIN site ON site.bucket = 0 AND site.id = entry.site WHERE entry.bucket = 0 ORDER BY entry.id`,
  spelling: 'SELECT entry, url, pass, mark FROM spelling WHERE bucket = 0 ORDER BY entry, number',
  page: `
    SELECT entry AS id, etag, last_modified AS "lastModified", text, sketch, record, fields FROM page
    WHERE bucket = 0 ORDER BY entry`,
  listing: 'SELECT entry, sitemap, url, lastmod FROM listing WHERE bucket = 0 ORDER BY entry, sitemap',
  tally: `
    SELECT kind, CASE WHEN kind = 'state' AND name = 'leased' THEN 'queued' ELSE name END AS name, sum(count) AS count
    FROM tally GROUP BY 1, 2 HAVING sum(count) > 0`,
};

/** Makes a crawl the source of a copy until the end of the transaction, so that it cannot be the target of one. */
const HOLD = statement<[schema: string]>(`SELECT pg_advisory_xact_lock_shared(${lockOf('copy', '$1')})`);

/**
 * All rows of a crawl on a server, as of one moment.
 *
 * @param name `postgres://USER@HOST:PORT/DATABASE?crawl=NAME`
 * @throws {StoreError} `locked` if a program uses the crawl
 */
export async function* dumpCrawl(name: string): AsyncGenerator<Batch, undefined> {
  const { target, crawl, schema, label } = readAddress(name);
  let session: Session | null = null;
  try {
    const opened = (session = await Session.open(target, schema, 'dustpan copy'));
    const { send } = opened;
    await session.begin('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The target may be slow.
    await session.say('SET LOCAL idle_in_transaction_session_timeout = 0');
    await send(HOLD, schema);
    if (!(await hasTables(session, schema))) throw missing(label, crawl);
    await refuseOther(session, label);
    await refuseUsed(session, label);
    await refuseUnfinished(send, label);
    yield* allRows({
      plain: (table) => plain(opened, table),
      linksAfter: (entry) => linksAfter(send, entry),
      evidence: () => evidenceAsStored(send),
      claims: () => readClaims(send),
    });
  } catch (error) {
    throw toStoreError(error, label);
  } finally {
    await session?.say('ROLLBACK').catch(() => undefined);
    await session?.close();
  }
}

/** Refuses an unfinished rekey: some keys follow claims that are not stored, and a copy would not say of which sites. */
async function refuseUnfinished(send: Send, label: string): Promise<void> {
  if ((await unfinishedSites(send)).length === 0) return;
  throw new StoreError(
    'locked',
    `a program ended while it gave the entries of ${label} new keys: resume the crawl once (dustpan crawl --db URL), then copy it`,
  );
}

async function* plain(session: Session, table: PlainTable): AsyncGenerator<Batch> {
  await session.say(`DECLARE copied NO SCROLL CURSOR FOR ${SELECT[table]}`);
  for (;;) {
    const { rows } = await session.say<Rows[PlainTable]>(`FETCH ${ROWS_PER_BATCH} FROM copied`);
    yield batch(table, rows);
    if (rows.length < ROWS_PER_BATCH) break;
  }
  await session.say('CLOSE copied');
}
