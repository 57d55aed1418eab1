import { rm } from 'node:fs/promises';
import { openSqliteFrontier, type SqliteFrontier } from '../../../db/index.ts';
import type { SqliteOptions } from '../../../db/sqlite.ts';

/**
 * Opens a crawl file for writing, and creates it if necessary.
 *
 * @param isFresh deletes the crawl in the file first
 */
export async function openCrawl(
  database: string,
  isFresh: boolean,
  options: SqliteOptions = {},
): Promise<SqliteFrontier> {
  const frontier = await openSqliteFrontier(database, options);
  if (!isFresh) return frontier;
  // Opening it first protects other databases and files in use from deletion.
  await frontier.close();
  for (const suffix of ['', '-wal', '-shm']) await rm(database + suffix, { force: true });
  return openSqliteFrontier(database, options);
}

/**
 * Opens the existing crawl file for writing. Opening it for reading first avoids creating a file for a misspelled
 * name.
 *
 * @throws {StoreError} if the file does not exist, or another process writes to it
 */
export async function openForChange(database: string): Promise<SqliteFrontier> {
  await (await openSqliteFrontier(database, { readonly: true })).close();
  return openSqliteFrontier(database);
}
