import Database from 'better-sqlite3';
import type { Member, Workspace } from '../src/dedup/workspace.ts';
import { StoreError } from './errors.ts';

/**
 * Blocks lie in the order in which they came; a series that is dropped leaves its pages to those that follow. Members
 * get their order from SQLite's sorter, which keeps to the memory it has.
 */
const TABLES = `
  CREATE TABLE block (series INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (series, number))
    STRICT, WITHOUT ROWID;
  CREATE TABLE text (bytes BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE member ("group" INTEGER NOT NULL, ordinal INTEGER NOT NULL, detail TEXT NOT NULL) STRICT;
`;

/** KiB of blocks that stay in memory before they go to the disk. */
const CACHE = 16_384;

/**
 * A workspace in a temporary SQLite file. The file has no name: it goes when the process ends, however it ends. It lies
 * where `TMPDIR` says.
 *
 * @throws {StoreError} from any call, where the disk is full
 */
export class SqliteWorkspace implements Workspace {
  readonly #db = new Database('');
  readonly #append: Database.Statement<[number, number, Uint8Array]>;
  readonly #read: Database.Statement<[number, number], { number: number; bytes: Uint8Array }>;
  readonly #drop: Database.Statement<[number]>;
  readonly #addMember: Database.Statement<[number, number, string]>;
  readonly #addText: Database.Statement<[Uint8Array]>;
  #number = 0;

  constructor() {
    // Blocks are long: with pages of the usual size, each would be a chain of many.
    this.#db.pragma('page_size = 65536');
    this.#db.pragma('journal_mode = OFF');
    this.#db.pragma('synchronous = OFF');
    this.#db.pragma(`cache_size = -${CACHE}`);
    this.#db.exec(TABLES);
    // One transaction for all: nothing of it outlives the process.
    this.#db.exec('BEGIN');
    this.#append = this.#db.prepare('INSERT INTO block VALUES (?, ?, ?)');
    this.#read = this.#db.prepare(
      'SELECT number, bytes FROM block WHERE series = ? AND number > ? ORDER BY number LIMIT 1',
    );
    this.#drop = this.#db.prepare('DELETE FROM block WHERE series = ?');
    this.#addMember = this.#db.prepare('INSERT INTO member VALUES (?, ?, ?)');
    this.#addText = this.#db.prepare('INSERT OR IGNORE INTO text VALUES (?)');
  }

  append(series: number, block: Uint8Array): void {
    attempt(() => this.#append.run(series, ++this.#number, block));
  }

  /** Block by block, so that others may be written in between. */
  *read(series: number): Generator<Uint8Array> {
    let next = attempt(() => this.#read.get(series, 0));
    while (next !== undefined) {
      yield next.bytes;
      const { number } = next;
      next = attempt(() => this.#read.get(series, number));
    }
  }

  drop(series: number): void {
    attempt(() => this.#drop.run(series));
  }

  addMember({ group, ordinal, detail }: Member): void {
    attempt(() => this.#addMember.run(group, ordinal, detail));
  }

  *members(): Generator<Member> {
    const query = 'SELECT "group", ordinal, detail FROM member ORDER BY "group", ordinal';
    const rows = this.#db.prepare<[], Member>(query).iterate();
    try {
      for (let row = attempt(() => rows.next()); row.done !== true; row = attempt(() => rows.next())) yield row.value;
    } finally {
      // Left open, it would keep the database from being closed.
      rows.return?.();
    }
  }

  addText(text: Uint8Array): boolean {
    return attempt(() => this.#addText.run(text)).changes > 0;
  }

  close(): void {
    this.#db.close();
  }
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !/^SQLITE_(?:FULL|IOERR)/.test(error.code)) throw error;
    const message =
      'no space left for temporary files: free some, name a folder with more (TMPDIR), or allow more --memory';
    throw new StoreError('disk-full', message, { cause: error });
  }
}
