import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Database, Statement } from 'better-sqlite3';
import { StoreError } from '../errors.ts';
import type { EntryId } from '../store.ts';

/** Programs that have the file open for writing, or had when they were killed; the runs of each. */
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

/** Throws if a program that still runs has the file open for writing. */
export function refuseOtherWriters(db: Database, path: string): void {
  const holders = db.prepare<[], Holder>('SELECT pid, process_start, host, since FROM writer').all();
  const holder = holders.find(isRunning);
  if (holder === undefined) return;
  throw new StoreError(
    'locked',
    `${path} is in use by process ${holder.pid} since ${holder.since}: wait until it has ended, crawl along with it (--join), or name another file`,
  );
}

/** This program among those that write to a file. */
export class Writers {
  readonly #token = randomUUID();
  readonly #add: Statement<[token: string, pid: number, start: string | null, host: string, since: string]>;
  readonly #others: Statement<[token: string], Holder & { token: string }>;
  readonly #removeRuns: Statement<[token: string]>;
  readonly #remove: Statement<[token: string]>;
  readonly #note: Statement<[run: string, token: string]>;
  readonly #free: Statement<[except: string], EntryId>;

  constructor(db: Database) {
    this.#add = db.prepare('INSERT INTO writer (token, pid, process_start, host, since) VALUES (?, ?, ?, ?, ?)');
    this.#others = db.prepare('SELECT token, pid, process_start, host, since FROM writer WHERE token <> ?');
    this.#removeRuns = db.prepare('DELETE FROM run WHERE writer = ?');
    this.#remove = db.prepare('DELETE FROM writer WHERE token = ?');
    this.#note = db.prepare(
      'INSERT INTO run (name, writer) VALUES (?, ?) ON CONFLICT DO UPDATE SET writer = excluded.writer WHERE writer <> excluded.writer',
    );
    this.#free = db
      .prepare<[string], EntryId>(
        'SELECT id FROM entry WHERE until IS NOT NULL AND run NOT IN (SELECT name FROM run WHERE writer <> ?)',
      )
      .pluck();
  }

  /** Inside an immediate transaction: takes this program's place, and that of those which have ended. */
  enter(): void {
    this.dropEnded();
    this.#add.run(this.#token, process.pid, processStart(process.pid), hostname(), new Date().toISOString());
  }

  leave(): void {
    this.#drop(this.#token);
  }

  /** Whether others write too. */
  isShared(): boolean {
    return this.#others.all(this.#token).some(isRunning);
  }

  /** Whether there are leases that no running program holds. */
  hasAbandoned(): boolean {
    return !this.#others.all(this.#token).every(isRunning) || this.abandoned().length > 0;
  }

  /** Forgets the programs that ended without leaving: their runs no longer hold anything. */
  dropEnded(): void {
    for (const other of this.#others.all(this.#token)) if (!isRunning(other)) this.#drop(other.token);
  }

  /** The run is one of this program's. */
  note(run: string): void {
    this.#note.run(run, this.#token);
  }

  /** Leases of no program, once those that have ended are dropped. */
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
 * A writer of another host name cannot run: SQLite's write-ahead log is for one machine, so the file was copied,
 * or its container has ended. A process that started at another time only got the writer's number later.
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
    // Another user's process may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Where the system tells (Linux): clock ticks from boot to the process's start; `ended` for one that only waits to be reaped. */
function processStart(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The second field, the program's name in parentheses, may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null);
}
