import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Database } from 'better-sqlite3';
import { StoreError } from '../errors.ts';
import type { EntryId } from '../store.ts';
import { Queries } from './queries.ts';

/** The programs that have the file open for writing, or had it open when they were killed, and the runs of each. */
export const writersSchema = `
  DROP TABLE writer;
  CREATE TABLE writer (
    token TEXT NOT NULL PRIMARY KEY,
    pid INTEGER NOT NULL,
    process_start TEXT,
    host TEXT NOT NULL,
    since TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE run (name TEXT NOT NULL PRIMARY KEY, writer TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** The columns that files of every version have. */
interface Holder {
  readonly pid: number;
  readonly process_start: string | null;
  readonly host: string;
  readonly since: string;
}

/** @throws {StoreError} `locked` if another running program has the file open for writing */
export function refuseOtherWriters(db: Database, path: string): void {
  const holders = db.prepare<[], Holder>('SELECT pid, process_start, host, since FROM writer').all();
  const holder = holders.find(isRunning);
  if (holder === undefined) return;
  const message =
    holder.pid === process.pid
      ? 'is open in this program already: use that frontier, close it first, or open both with join'
      : `has been in use by process ${holder.pid} since ${holder.since}: wait until that process ends, join its crawl (--join), or name another file`;
  throw new StoreError('locked', `${path} ${message}`);
}

/** This program's registration among the programs that write to the file. */
export class Writers extends Queries {
  readonly #token = randomUUID();

  readonly #add = this.db.prepare<[token: string, pid: number, start: string | null, host: string, since: string]>(
    'INSERT INTO writer (token, pid, process_start, host, since) VALUES (?, ?, ?, ?, ?)',
  );
  readonly #others = this.db.prepare<[token: string], Holder & { token: string }>(
    'SELECT token, pid, process_start, host, since FROM writer WHERE token <> ?',
  );
  readonly #removeRuns = this.db.prepare<[token: string]>('DELETE FROM run WHERE writer = ?');
  readonly #remove = this.db.prepare<[token: string]>('DELETE FROM writer WHERE token = ?');
  readonly #note = this.db.prepare<[run: string, token: string]>(
    'INSERT INTO run (name, writer) VALUES (?, ?) ON CONFLICT DO UPDATE SET writer = excluded.writer WHERE writer <> excluded.writer',
  );
  readonly #free = this.db
    .prepare<[string], EntryId>(
      'SELECT id FROM entry WHERE until IS NOT NULL AND run NOT IN (SELECT name FROM run WHERE writer <> ?)',
    )
    .pluck();

  /** Registers this program, and removes programs that have ended. Call this inside an immediate transaction. */
  enter(): void {
    this.dropEnded();
    this.#add.run(this.#token, process.pid, processStart(process.pid), hostname(), new Date().toISOString());
  }

  /** Removes this program's registration. */
  leave(): void {
    this.#drop(this.#token);
  }

  /** Whether other running programs write to the file too. */
  isShared(): boolean {
    return this.#others.all(this.#token).some(isRunning);
  }

  /** Whether leases exist that no running program holds. */
  hasAbandoned(): boolean {
    return !this.#others.all(this.#token).every(isRunning) || this.abandoned().length > 0;
  }

  /** Removes the programs that ended without leaving, so that their runs hold nothing any more. */
  dropEnded(): void {
    for (const other of this.#others.all(this.#token)) if (!isRunning(other)) this.#drop(other.token);
  }

  /** Records that the run belongs to this program. */
  note(run: string): void {
    this.#note.run(run, this.#token);
  }

  /** Leases of runs that belong to no registered program. Call `dropEnded` first. */
  abandoned(): readonly EntryId[] {
    return this.#free.all('');
  }

  /** Leases that no other program holds. */
  releasable(): readonly EntryId[] {
    return this.#free.all(this.#token);
  }

  #drop(token: string): void {
    this.#removeRuns.run(token);
    this.#remove.run(token);
  }
}

/**
 * A writer with another host name cannot be running: SQLite's write-ahead log works on one machine only, so the file
 * was copied or its container has ended. If the process started at another time, it merely reuses the writer's process
 * id.
 */
function isRunning(writer: Holder): boolean {
  if (writer.host !== hostname() || !isAlive(writer.pid)) return false;
  return writer.process_start === processStart(writer.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The start time of a process in clock ticks since boot; null if the system does not tell (only Linux does). `ended`
 * for a process that has ended and only waits for its parent.
 */
function processStart(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The second field, the program's name in parentheses, may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null);
}
