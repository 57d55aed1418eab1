import type { Database } from 'better-sqlite3';

/** SQL for the lowest depth at which entries are queued or leased; NULL if there are none. */
export const LEVEL = `SELECT min(CAST(name AS INTEGER)) FROM tally WHERE kind = 'open' AND count > 0`;

/** SQL that forgets the validators of an entry's page, which is to be fetched in full. */
export const DROP_VALIDATORS = 'UPDATE page SET etag = NULL, last_modified = NULL WHERE entry = ?';

/**
 * The base of classes whose fields are prepared statements. `(SELECT ?)` in such a statement: if a value for a LIMIT, or one
 * that an ORDER BY or a JOIN may depend on, is bound directly, SQLite plans the statement again each time, at many times
 * its cost.
 */
export abstract class Queries {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }
}
