import { escapeIdentifier } from 'pg';
import { StoreError } from '../errors.ts';
import { readAddress } from './connection-settings.ts';
import { Database, schemaOf } from './database.ts';
import { PostgresFrontier } from './frontier.ts';
import type { PostgresOptions } from './options.ts';
import { LIVING } from './programs.ts';
import { TABLES, VERSION } from './schema.ts';
import type { Session } from './session.ts';
import { statement } from './statement.ts';

const WAIT = 120_000;

const LOCK = statement<[schema: string]>('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))');
const TABLE = statement<[schema: string], { readonly about: string | null }>(
  `SELECT to_regclass(format('%I.about', $1::text))::text AS about`,
);
const VERSION_OF = statement<[], { readonly version: number }>('SELECT version FROM about');

/**
 * Opens a crawl on a PostgreSQL server, and makes its tables if necessary. Any number of programs may open it at the
 * same time.
 *
 * @param name `postgres://USER@HOST:PORT/DATABASE?crawl=NAME`
 * @throws {StoreError} if it cannot be opened
 */
export async function openPostgresFrontier(
  name: string,
  { readonly = false, fresh = false, dbWait = WAIT, onDbWait }: PostgresOptions = {},
): Promise<PostgresFrontier> {
  const { config, crawl, label } = readAddress(name);
  const schema = schemaOf(crawl);
  const database = new Database({ config, schema, label, wait: dbWait, onWait: onDbWait ?? null });
  try {
    await database.connect((session) => prepare(session, { schema, label, readonly, fresh }));
    return readonly ? PostgresFrontier.reading(database) : await PostgresFrontier.enter(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Preparation {
  readonly schema: string;
  readonly label: string;
  readonly readonly: boolean;
  readonly fresh: boolean;
}

/** Makes the tables if they are missing, and checks their version. */
async function prepare(session: Session, { schema, label, readonly, fresh }: Preparation): Promise<void> {
  await session.say('BEGIN');
  try {
    // One program at a time: others wait until the tables are there.
    await session.send(LOCK, [schema]);
    if (fresh && !readonly) await drop(session, schema, label);
    const [known] = (await session.send(TABLE, [schema])).rows;
    if ((known?.about ?? null) === null) {
      if (readonly) throw new StoreError('not-found', `${label} does not exist: check the crawl's name`);
      await session.say(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}; ${TABLES}`);
    } else {
      const [row] = (await session.send(VERSION_OF, [])).rows;
      if ((row?.version ?? 0) > VERSION) throw newer(label, row?.version ?? 0);
    }
    await session.say('COMMIT');
  } catch (error) {
    if (!session.isLost) await session.say('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function drop(session: Session, schema: string, label: string): Promise<void> {
  const [known] = (await session.send(TABLE, [schema])).rows;
  if ((known?.about ?? null) === null) return;
  const [row] = (await session.send(LIVING, [])).rows;
  if (row !== undefined) {
    throw new StoreError(
      'locked',
      `${label} is in use by a program on ${row.host}: wait until it ends, or name another crawl`,
    );
  }
  await session.say(`DROP SCHEMA ${escapeIdentifier(schema)} CASCADE`);
}

function newer(label: string, version: number): StoreError {
  return new StoreError(
    'newer-version',
    `${label} was written by a newer version of dustpan (format ${version}, but this version reads up to ${VERSION}): update dustpan`,
  );
}
