export { StoreError, type StoreErrorCode } from './errors.ts';
export type * from './reasons.ts';
export { MemoryFrontier, openSqliteFrontier, type SqliteFrontier, type SqliteOptions } from './sqlite.ts';
export type * from './store.ts';
