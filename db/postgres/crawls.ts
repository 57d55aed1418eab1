import { escapeIdentifier } from 'pg';
import { StoreError } from '../errors.ts';
import type { FrontierStats } from '../store.ts';
import { isCrawlName, readAddress, SCHEMA_PREFIX } from './connection-settings.ts';
import { hasTables, refuseNewer } from './open.ts';
import { isLost, toStoreError } from './problems.ts';
import { programsOf } from './programs.ts';
import { statsOf } from './read.ts';
import { Session } from './session.ts';
import { statement } from './statement.ts';

/** A crawl in a database. */
export interface StoredCrawl {
  readonly name: string;
  /** What its tables and indexes take on the server's disk, in bytes. */
  readonly bytes: number;
  /** What it holds, or why that cannot be read. */
  readonly contents: CrawlContents | StoreError;
}

/** What a crawl holds. */
interface CrawlContents {
  readonly stats: FrontierStats;
  /** How many programs use it now. */
  readonly programs: number;
  /** When a program that crawls last wrote to it, in milliseconds since the epoch; null if none did. */
  readonly writtenAt: number | null;
}

const CRAWLS = statement<[prefix: string], { readonly schema: string; readonly bytes: number }>(`
  SELECT nspname AS schema, (
    SELECT coalesce(sum(pg_total_relation_size(stored.oid)), 0) FROM pg_class AS stored
    WHERE stored.relnamespace = pg_namespace.oid AND stored.relkind = 'r'
  ) AS bytes
  FROM pg_namespace JOIN pg_class AS about ON about.relnamespace = pg_namespace.oid AND about.relname = 'about'
  WHERE starts_with(nspname, $1) ORDER BY nspname`);
const WRITTEN_AT = statement<[], { readonly at: number | null }>(
  'SELECT extract(epoch FROM max(seen))::float8 * 1000 AS at FROM program',
);

/**
 * Lists the crawls in a database, by name. A crawl that cannot be read does not hide the others.
 *
 * @param address `postgres://USER@HOST:PORT/DATABASE`
 * @throws {StoreError} if the server cannot be asked
 */
export async function* storedCrawls(address: string): AsyncGenerator<StoredCrawl> {
  const { target, label } = readAddress(address);
  let session: Session | null = null;
  try {
    session = await Session.open(target, null, 'dustpan crawls');
    for (const { schema, bytes } of (await session.send(CRAWLS, SCHEMA_PREFIX)).rows) {
      const name = schema.slice(SCHEMA_PREFIX.length);
      if (isCrawlName(name)) yield { name, bytes, contents: await contentsOf(session, schema, name) };
    }
  } catch (error) {
    throw toStoreError(error, label);
  } finally {
    await session?.close();
  }
}

async function contentsOf(session: Session, schema: string, name: string): Promise<CrawlContents | StoreError> {
  const { send } = session;
  try {
    await session.say(`BEGIN READ ONLY; SET LOCAL search_path = ${escapeIdentifier(schema)}`);
    // Fails if the user may not use the schema, which search_path would pass over.
    await hasTables(session, schema);
    await refuseNewer(session, name);
    // One after the other: where one fails, those behind it fail with an error that does not tell why.
    const stats = await statsOf(send);
    const programs = await programsOf(send, '');
    const written = await send(WRITTEN_AT);
    await session.say('COMMIT');
    return { stats, programs: programs.length, writtenAt: written.rows[0]?.at ?? null };
  } catch (error) {
    const problem = toStoreError(error, name);
    if (isLost(error) || !(problem instanceof StoreError)) throw error;
    await session.say('ROLLBACK');
    return problem;
  }
}
