import type { Database } from 'better-sqlite3';

/** The base of classes whose fields are prepared statements. */
export abstract class Queries {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }
}
