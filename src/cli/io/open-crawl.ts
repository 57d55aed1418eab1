import { rm } from 'node:fs/promises';
import { openSqliteFrontier, type SqliteFrontier } from '../../../db/index.ts';
import type { SqliteOptions } from '../../../db/sqlite.ts';

/**
 * Opens a crawl's file to go on with it.
 *
 * @param isFresh drops what is in it
 */
export async function openCrawl(
  database: string,
  isFresh: boolean,
  options: SqliteOptions = {},
): Promise<SqliteFrontier> {
  const frontier = await openSqliteFrontier(database, options);
  if (!isFresh) return frontier;
  // Opened first: a file that is not ours, or in use, is refused and stays.
  await frontier.close();
  for (const suffix of ['', '-wal', '-shm']) await rm(database + suffix, { force: true });
  return openSqliteFrontier(database, options);
}

/**
 * Opens the file of a crawl to write to it. It is opened for reading first: a name that is misspelled must not become a
 * file.
 *
 * @throws {StoreError} where there is none, or another program writes to it
 */
export async function openForChange(database: string): Promise<SqliteFrontier> {
  await (await openSqliteFrontier(database, { readonly: true })).close();
  return openSqliteFrontier(database);
}
