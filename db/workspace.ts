import Database from 'better-sqlite3';
import type { Member, Workspace } from '../src/dedup/workspace.ts';
import { StoreError } from './errors.ts';

/**
 * Blocks lie in the file in order of arrival. A dropped series leaves its pages to later ones. SQLite's sorter orders
 * the members within its own memory limit.
 */
const TABLES = `
  CREATE TABLE block (series INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (series, number))
    STRICT, WITHOUT ROWID;
  CREATE TABLE text (bytes BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE member ("group" INTEGER NOT NULL, ordinal INTEGER NOT NULL, detail TEXT NOT NULL) STRICT;
`;

/** How much of the blocks stays in memory before it goes to disk, in KiB. */
const CACHE = 16_384;

/**
 * A workspace in a temporary SQLite file in the directory that `TMPDIR` names. The file has no name, so it disappears
 * when the process ends, even if the process is killed.
 *
 * @throws {StoreError} `disk-full` from any call and the constructor, if the disk is full
 */
export class SqliteWorkspace implements Workspace {
  readonly #db = attempt(openTemporary);
  readonly #append = this.#db.prepare<[number, number, Uint8Array]>('INSERT INTO block VALUES (?, ?, ?)');
  readonly #read = this.#db.prepare<[number, number], { number: number; bytes: Uint8Array }>(
    'SELECT number, bytes FROM block WHERE series = ? AND number > ? ORDER BY number LIMIT 1',
  );
  readonly #drop = this.#db.prepare<[number]>('DELETE FROM block WHERE series = ?');
  readonly #addMember = this.#db.prepare<[number, number, string]>('INSERT INTO member VALUES (?, ?, ?)');
  readonly #addText = this.#db.prepare<[Uint8Array]>('INSERT OR IGNORE INTO text VALUES (?)');
  #number = 0;

  append(series: number, block: Uint8Array): void {
    attempt(() => this.#append.run(series, ++this.#number, block));
  }

  /** Reads block by block, so that other blocks may be written in between. */
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
      // An open statement would prevent the database from closing.
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

function openTemporary(): Database.Database {
  const db = new Database('');
  // Blocks are long: with the default page size, each would take a long chain of pages.
  db.pragma('page_size = 65536');
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma(`cache_size = -${CACHE}`);
  db.exec(TABLES);
  // One transaction for everything, because no data outlives the process.
  db.exec('BEGIN');
  return db;
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !/^SQLITE_(?:FULL|IOERR)/.test(error.code)) throw error;
    const message =
      'no space left for temporary files: free some disk space, or set TMPDIR to a folder with more space';
    throw new StoreError('disk-full', message, { cause: error });
  }
}
