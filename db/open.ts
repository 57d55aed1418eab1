import {
  atLeast,
  CALLBACK,
  type OptionChecks,
  optionCheck,
  refuseInvalidOptions,
  SIGNAL,
  SWITCH,
} from '../src/known-options.ts';
import { quoteValue } from '../src/text/wording.ts';
import { StoreError } from './errors.ts';
import { isPostgresAddress, refuseOtherUrl } from './postgres/address.ts';
import type { PostgresOptions } from './postgres/options.ts';
import type { SqliteOptions } from './sqlite/options.ts';
import { MemoryFrontier as InMemory, openFreshFile, openSqliteFrontier as openSqlite } from './sqlite.ts';
import type { Frontier } from './store.ts';

// What a store is made of stays out of the types of the package, which would need those of better-sqlite3.

/** How to open a crawl. */
export interface OpenOptions
  extends Pick<SqliteOptions, 'readonly'>,
    Pick<PostgresOptions, 'dbWait' | 'signal' | 'onDbWait' | 'onDbBack'> {
  /** Deletes the crawl that is there. Default: false, and the crawl is resumed. */
  readonly fresh?: boolean;
  /**
   * Shares a file with other programs that also join. Default: false, which refuses a file that another program is writing.
   * On a server, programs always share a crawl.
   */
  readonly join?: boolean;
  /**
   * What the last transactions survive. In a file: `normal` (the default) a killed process, `full` also a loss of power, at
   * the cost of one disk sync per transaction. On a server, `normal` leaves it to `synchronous_commit`, and `full` turns
   * that on if it is off.
   */
  readonly durability?: 'normal' | 'full';
}

/** All options of `openSqliteFrontier`. */
export const SQLITE_OPTIONS: OptionChecks<SqliteOptions> = {
  readonly: SWITCH,
  join: SWITCH,
  durability: optionCheck((value) => value === 'normal' || value === 'full', "'normal' or 'full'"),
};
/** All options of `openFrontier`. Above all, `fresh: 'no'` must not delete a crawl. */
export const OPEN_OPTIONS: OptionChecks<OpenOptions> = {
  ...SQLITE_OPTIONS,
  fresh: SWITCH,
  dbWait: atLeast(0),
  signal: SIGNAL,
  onDbWait: CALLBACK,
  onDbBack: CALLBACK,
};

/**
 * Opens a crawl, and creates it if necessary, unless it is only read.
 *
 * @param name the path of a crawl file, `postgres://USER@HOST:PORT/DATABASE?crawl=NAME`, or `:memory:`
 * @throws {StoreError} if it cannot be opened
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {TypeError} if the name is not a string, an option has a value that it cannot have, or `fresh` one that is only
 *   read
 */
export async function openFrontier(name: string, options: OpenOptions = {}): Promise<Frontier> {
  refuseInvalidOptions(options, OPEN_OPTIONS, 'of openFrontier');
  refuseInvalidName(name, 'openFrontier');
  if (options.fresh && options.readonly) {
    throw new TypeError('openFrontier deletes nothing that is only read; leave out fresh or readonly');
  }
  const { fresh = false, readonly = false, join = false, durability = 'normal', ...server } = options;
  if (name === ':memory:') return new MemoryFrontier();
  if (isPostgresAddress(name)) {
    const { openPostgresFrontier } = await import('./postgres/open.ts');
    return openPostgresFrontier(name, { fresh, readonly, durability, ...server });
  }
  refuseOtherUrl(name);
  return fresh && !readonly
    ? openFreshFile(name, { join, durability })
    : openSqlite(name, { readonly, join, durability });
}

/**
 * Opens the frontier in the SQLite file at `path`, and creates the file if it is missing. Only one program may write at
 * a time, unless all writers join (`SqliteOptions.join`). A file that is refused stays unchanged.
 *
 * @throws {StoreError} if the file cannot be opened or is not a frontier of this version, or if the path is a URL
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {TypeError} if the path is not a string, or an option has a value that it cannot have
 */
export async function openSqliteFrontier(path: string, options: SqliteOptions = {}): Promise<Frontier> {
  refuseInvalidOptions(options, SQLITE_OPTIONS, 'of openSqliteFrontier');
  refuseInvalidName(path, 'openSqliteFrontier');
  // The message repeats nothing of the address, which may hold a password.
  if (isPostgresAddress(path))
    throw new StoreError('invalid-address', 'the address of a server is not a file: open it with openFrontier');
  refuseOtherUrl(path);
  return openSqlite(path, options);
}

function refuseInvalidName(name: unknown, where: string): void {
  if (typeof name !== 'string') throw new TypeError(`the name of ${where} is ${quoteValue(name)}; write a string`);
}

/** An empty frontier in memory. */
export type MemoryFrontier = Frontier;
/** Opens an empty frontier in memory. */
export const MemoryFrontier: new () => Frontier = InMemory;
