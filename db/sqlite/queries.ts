import type { Database } from 'better-sqlite3';

/** SQL for the lowest depth at which entries are queued or leased; NULL if there are none. */
export const LEVEL = `SELECT min(CAST(name AS INTEGER)) FROM tally WHERE kind = 'open' AND count > 0`;

/** The base of classes whose fields are prepared statements. */
export abstract class Queries {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }
}
