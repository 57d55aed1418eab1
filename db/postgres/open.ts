import { escapeIdentifier } from 'pg';
import { olderVersion, StoreError } from '../errors.ts';
import { type ConnectionSettings, readAddress } from './connection-settings.ts';
import { Database } from './database.ts';
import { PostgresFrontier } from './frontier.ts';
import { lockOf } from './locks.ts';
import type { PostgresOptions } from './options.ts';
import { isForbidden, Misfit } from './problems.ts';
import { LIVING } from './programs.ts';
import { STATISTICS, TABLES, UPGRADES, VERSION } from './schema.ts';
import type { Session } from './session.ts';
import { statement } from './statement.ts';

const WAIT = 120_000;

const LOCK = statement<[schema: string]>(`SELECT pg_advisory_xact_lock(${lockOf('tables', '$1')})`);
const TABLE = statement<[schema: string], { readonly about: string | null }>(
  `SELECT to_regclass(format('%I.about', $1::text))::text AS about`,
);
const ENCODING = statement<[], { readonly encoding: string }>("SELECT current_setting('server_encoding') AS encoding");
/** The second keeps bytes as they are. */
const ENCODINGS: ReadonlySet<string> = new Set(['UTF8', 'SQL_ASCII']);
const VERSION_OF = statement<[], { readonly version: number }>('SELECT version::int AS version FROM about');
const SET_VERSION = statement<[version: number]>('UPDATE about SET version = $1');

/**
 * Opens a crawl on a PostgreSQL server, and makes its tables if necessary. Any number of programs may open it at the
 * same time.
 *
 * @param name `postgres://USER@HOST:PORT/DATABASE?crawl=NAME`
 * @param changesAtOnce see `PostgresFrontier.enter`
 * @throws {StoreError} if it cannot be opened
 */
export async function openPostgresFrontier(
  name: string,
  { readonly = false, fresh = false, durability, dbWait = WAIT, signal, onDbWait, onDbBack }: PostgresOptions = {},
  changesAtOnce?: number,
): Promise<PostgresFrontier> {
  const settings = readAddress(name);
  const calls = { signal: signal ?? null, onWait: onDbWait ?? null, onBack: onDbBack ?? null };
  const isDurable = durability === 'full';
  const database = new Database({ ...settings, isDurable, wait: dbWait, ...calls });
  try {
    await database.connect((session) => prepare(session, { ...settings, readonly, fresh }));
    return readonly ? PostgresFrontier.reading(database) : await PostgresFrontier.enter(database, changesAtOnce);
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Preparation extends Omit<ConnectionSettings, 'target'> {
  readonly readonly: boolean;
  readonly fresh: boolean;
}

/** Makes the tables if they are missing, and checks their version. */
async function prepare(session: Session, { crawl, schema, label, readonly, fresh }: Preparation): Promise<void> {
  await session.begin('BEGIN');
  try {
    if (await holdsCrawl(session, { schema, label, fresh: fresh && !readonly })) {
      if (readonly) await refuseOther(session, label);
      else await upgrade(session, label);
    } else if (readonly) throw missing(label, crawl);
    else await makeTables(session, schema, label);
    await session.say('COMMIT');
  } catch (error) {
    if (!session.isLost) await session.say('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Whether the crawl's tables are there, unless `fresh` drops them. Others wait until the end of the transaction. */
export async function holdsCrawl(
  session: Session,
  { schema, label, fresh }: Omit<Preparation, 'crawl' | 'readonly'>,
): Promise<boolean> {
  await session.send(LOCK, schema);
  if (!(await hasTables(session, schema))) return false;
  if (!fresh) return true;
  await refuseNewer(session, label);
  await refuseUsed(session, label);
  await permitted(
    session.say(`DROP SCHEMA ${escapeIdentifier(schema)} CASCADE`),
    `${label} cannot be deleted`,
    AS_OWNER,
  );
  return false;
}

/** Whether the crawl's tables are there. */
export async function hasTables(session: Session, schema: string): Promise<boolean> {
  const [known] = (await session.send(TABLE, schema)).rows;
  return (known?.about ?? null) !== null;
}

/** Makes the tables of a crawl. */
export async function makeTables(session: Session, schema: string, label: string): Promise<void> {
  const [{ encoding } = { encoding: '' }] = (await session.send(ENCODING)).rows;
  if (!ENCODINGS.has(encoding)) {
    const problem = `${label} is in a database with the encoding ${encoding}, which cannot hold every text`;
    const remedy = 'name a database in UTF8 (createdb --template=template0 --encoding=UTF8)';
    throw new StoreError('no-access', `${problem}: ${remedy}`);
  }
  const made = session.say(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}; ${TABLES} ${STATISTICS}`);
  await permitted(
    made,
    `${label} does not permit a new crawl`,
    'grant the user CREATE on the database, and on the schema if it exists',
  );
}

/**
 * Refuses a crawl that a program uses.
 *
 * @throws {StoreError} `locked`
 */
export async function refuseUsed(session: Session, label: string): Promise<void> {
  const [row] = (await session.send(LIVING)).rows;
  if (row === undefined) return;
  throw new StoreError(
    'locked',
    `${label} is in use by a program on ${row.host}: wait until it ends, or name another crawl`,
  );
}

/**
 * Refuses tables of another version.
 *
 * @throws {StoreError} `newer-version`, `older-version`
 */
export async function refuseOther(session: Session, label: string): Promise<void> {
  if ((await refuseNewer(session, label)) < VERSION) throw olderVersion(label, 'URL');
}

const AS_OWNER = 'connect as the role that owns it';

/** Says what to do if the user may not do this. */
async function permitted(work: Promise<unknown>, problem: string, remedy: string): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new StoreError('no-access', `${problem} (${error.message}): ${remedy}`, { cause: error });
  }
}

/** Gives the tables of an older version the form of this one. */
async function upgrade(session: Session, label: string): Promise<void> {
  const version = await refuseNewer(session, label);
  if (version === VERSION) return;
  await refuseUsed(session, label);
  for (const step of UPGRADES.slice(version - 1))
    await permitted(session.say(step), `${label} cannot be upgraded`, AS_OWNER);
  await session.send(SET_VERSION, VERSION);
}

/**
 * Refuses tables of a newer version.
 *
 * @returns the version
 * @throws {StoreError} `newer-version`
 */
export async function refuseNewer(session: Session, label: string): Promise<number> {
  const [{ version } = { version: 0 }] = (await session.send(VERSION_OF)).rows;
  if (version < 1) throw new Misfit(`format ${version}`);
  if (version <= VERSION) return version;
  throw new StoreError(
    'newer-version',
    `${label} was written by a newer version of dustpan (format ${version}, but this version reads up to ${VERSION}): update dustpan`,
  );
}

/** The error for a crawl that is not there. */
export function missing(label: string, crawl: string): StoreError {
  const remedy = 'write its name as ?crawl=NAME (dustpan crawls lists the crawls of a database)';
  return new StoreError('not-found', `there is no crawl "${crawl}" at ${label}: ${remedy}`);
}
