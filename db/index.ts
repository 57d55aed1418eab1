/**
 * The crawl frontier: the store of all entries of a crawl, in memory or in a SQLite file.
 *
 * @module dustpan/frontier
 */

export { StoreError, type StoreErrorCode } from './errors.ts';
export { type OpenOptions, openFrontier } from './open.ts';
export type * from './reasons.ts';
export { MemoryFrontier, openSqliteFrontier, type SqliteFrontier, type SqliteOptions } from './sqlite.ts';
export type * from './store.ts';
