/**
 * The crawl frontier: the store of all entries of a crawl, in memory, in a SQLite file or on PostgreSQL.
 *
 * @module dustpan/frontier
 */

export type { Claim } from '../src/evidence/claim.ts';
export type { Evidence, Hop as EvidenceHop } from '../src/evidence/evidence.ts';
export { StoreError, type StoreErrorCode } from './errors.ts';
export { MemoryFrontier, type OpenOptions, openFrontier, openSqliteFrontier } from './open.ts';
export type * from './reasons.ts';
export type { SqliteOptions } from './sqlite/options.ts';
export type * from './store.ts';
