export { StoreError, type StoreErrorCode } from './errors.ts';
export { MemoryFrontier } from './memory.ts';
export { openSqliteFrontier, type SqliteFrontier, type SqliteOptions } from './sqlite.ts';
export type * from './store.ts';
