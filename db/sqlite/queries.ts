import type { Database } from 'better-sqlite3';

/** SQL for the lowest depth at which entries are queued or leased; NULL if there are none. */
export const LEVEL = `SELECT min(CAST(name AS INTEGER)) FROM tally WHERE kind = 'open' AND count > 0`;

/** SQL that forgets the validators of an entry's page, which is to be fetched in full. */
export const DROP_VALIDATORS = 'UPDATE page SET etag = NULL, last_modified = NULL WHERE entry = ?';

/** The base of classes whose fields are prepared statements. */
export abstract class Queries {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }
}
