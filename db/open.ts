import { rm } from 'node:fs/promises';
import { type OptionNames, refuseUnknownOptions } from '../src/known-options.ts';
import type { SqliteOptions } from './sqlite/options.ts';
import { MemoryFrontier as InMemory, openSqliteFrontier as openSqlite } from './sqlite.ts';
import type { Frontier } from './store.ts';

// What a store is made of stays out of the types of the package, which would need those of better-sqlite3.

/** How to open a crawl for writing. */
export interface OpenOptions extends Pick<SqliteOptions, 'join' | 'durability'> {
  /** Deletes the crawl that is there. Default: false, and the crawl is resumed. */
  readonly fresh?: boolean;
}

const OPTIONS: OptionNames<OpenOptions> = { fresh: true, join: true, durability: true };

/**
 * Opens a crawl for writing, and creates it if necessary.
 *
 * @param name the path of a crawl file, or `:memory:`
 * @throws {StoreError} if it cannot be opened
 */
export async function openFrontier(name: string, { fresh = false, ...options }: OpenOptions = {}): Promise<Frontier> {
  refuseUnknownOptions({ fresh, ...options }, OPTIONS, 'of openFrontier');
  if (name === ':memory:') return new MemoryFrontier();
  const frontier = await openSqlite(name, options);
  if (!fresh) return frontier;
  // Opening it first protects other databases and files in use from deletion.
  await frontier.close();
  for (const suffix of ['', '-wal', '-shm']) await rm(name + suffix, { force: true });
  return openSqlite(name, options);
}

/**
 * Opens the frontier in the SQLite file at `path`, and creates the file if it is missing. Only one program may write at
 * a time, unless all writers join (`SqliteOptions.join`). A file that is refused stays unchanged.
 *
 * @throws {StoreError} if the file cannot be opened or is not a frontier of this version
 */
export async function openSqliteFrontier(path: string, options: SqliteOptions = {}): Promise<Frontier> {
  return openSqlite(path, options);
}

/** An empty frontier in memory. */
export type MemoryFrontier = Frontier;
/** Opens an empty frontier in memory. */
export const MemoryFrontier: new () => Frontier = InMemory;
