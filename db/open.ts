import { rm } from 'node:fs/promises';
import { MemoryFrontier, openSqliteFrontier, type SqliteFrontier, type SqliteOptions } from './sqlite.ts';

/** How to open a crawl for writing. */
export interface OpenOptions extends Pick<SqliteOptions, 'join' | 'durability'> {
  /** Deletes the crawl that is there. Default: false, and the crawl is resumed. */
  readonly fresh?: boolean;
}

/**
 * Opens a crawl for writing, and creates it if necessary.
 *
 * @param name the path of a crawl file, or `:memory:`
 * @throws {StoreError} if it cannot be opened
 */
export async function openFrontier(
  name: string,
  { fresh = false, ...options }: OpenOptions = {},
): Promise<SqliteFrontier> {
  if (name === ':memory:') return new MemoryFrontier();
  const frontier = await openSqliteFrontier(name, options);
  if (!fresh) return frontier;
  // Opening it first protects other databases and files in use from deletion.
  await frontier.close();
  for (const suffix of ['', '-wal', '-shm']) await rm(name + suffix, { force: true });
  return openSqliteFrontier(name, options);
}
