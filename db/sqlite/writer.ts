import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from 'better-sqlite3';
import { isoTime } from '../../src/text/moment.ts';
import { StoreError } from '../errors.ts';
import { HEARTBEAT, SILENCE } from '../programs.ts';
import type { EntryId, Program } from '../store.ts';
import type { FileChanges } from './changes.ts';
import { bootOfMachine, hasEnded, ownProcess, type ProcessIdentity, timeSinceBoot } from './process.ts';
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

/**
 * What the programs that have the file open share. `clock` and the time since the machine booted are the time of the
 * file, in `boot` of the machine. The tally counts the pages that each program read. A lease has no end of its own any
 * more.
 */
export const sharedSchema = `
  DROP TABLE writer;
  DELETE FROM run;
  CREATE TABLE writer (
    token TEXT NOT NULL PRIMARY KEY,
    pid INTEGER NOT NULL,
    process_start TEXT,
    pid_namespace TEXT,
    host TEXT NOT NULL,
    since REAL NOT NULL,
    seen REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE shared (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    clock REAL NOT NULL,
    boot TEXT,
    key_epoch INTEGER NOT NULL
  ) STRICT;
  INSERT INTO shared VALUES (1, 0, NULL, 0);
  DROP INDEX entry_leased;
  ALTER TABLE entry DROP COLUMN until;
  CREATE INDEX entry_leased ON entry (site, run) WHERE run IS NOT NULL;
`;

interface Row extends ProcessIdentity {
  readonly token: string;
  readonly since: number;
  readonly seen: number;
}

/** A row of a file of any format. */
type OldRow = ProcessIdentity & { readonly since: string };

/**
 * Refuses a file of the current format that other programs use.
 *
 * @throws {StoreError} `locked` if another running program has the file open for writing
 */
export function refuseOtherWriters(db: Database, path: string): void {
  const [holder] = new Writers(db).others();
  if (holder !== undefined) throw inUse(path, holder);
}

/** The same for a file of an older format, whose programs cannot be heard. They all run on one machine. */
export function refuseOtherWritersOfOlder(db: Database, path: string): void {
  const rows = db
    .prepare<[], OldRow>('SELECT pid, process_start AS start, NULL AS namespace, host, since FROM writer')
    .all();
  const holder = rows.find((row) => row.host === hostname() && !hasEnded(row));
  if (holder !== undefined) throw inUse(path, holder);
}

function inUse(path: string, { pid, since }: Pick<Row | OldRow, 'pid' | 'since'>): StoreError {
  const message =
    pid === process.pid
      ? 'is open in this program already: use that frontier, close it first, or open both with join'
      : `has been in use by process ${pid} since ${isoTime(new Date(since).getTime())}: wait until that process ends, or name another file; a crawl can join it (the option join)`;
  return new StoreError('locked', `${path} ${message}`);
}

/**
 * The programs that write to the file, this one among them, and what they share: the clock, the number of pages read and
 * the epoch of the keys.
 */
export class Writers extends Queries {
  readonly #token = randomUUID();
  readonly #boot = bootOfMachine();
  /** Added to the time since boot, it gives the time of the file. */
  #clock = ownClock();
  /** When this program last said that it is there, by the time of the file. */
  #said = 0;

  readonly #add = this.db.prepare<[Row]>(`
    INSERT INTO writer (token, pid, process_start, pid_namespace, host, since, seen)
    VALUES (@token, @pid, @start, @namespace, @host, @since, @seen)`);
  readonly #isAdded = this.db.prepare<[token: string], number>('SELECT 1 FROM writer WHERE token = ?').pluck();
  readonly #others = this.db.prepare<[token: string], Row>(
    'SELECT token, pid, process_start AS start, pid_namespace AS namespace, host, since, seen FROM writer WHERE token <> ?',
  );
  readonly #programs = this.db.prepare<[], Omit<Program, 'isSelf'>>(`
    SELECT token AS name, host, pid AS process, since, seen,
    coalesce((SELECT count FROM tally WHERE kind = 'page' AND name = token), 0) AS pages, (
      SELECT count(*) FROM entry INDEXED BY entry_leased
      WHERE entry.run IS NOT NULL AND entry.run IN (SELECT name FROM run WHERE run.writer = writer.token)
    ) AS leases
    FROM writer ORDER BY since, token`);
  readonly #removeRuns = this.db.prepare<[token: string]>('DELETE FROM run WHERE writer = ?');
  readonly #remove = this.db.prepare<[token: string]>('DELETE FROM writer WHERE token = ?');
  readonly #note = this.db.prepare<[run: string, token: string]>(
    'INSERT INTO run (name, writer) VALUES (?, ?) ON CONFLICT DO UPDATE SET writer = excluded.writer WHERE writer <> excluded.writer',
  );
  readonly #free = this.db
    .prepare<[string], EntryId>(
      'SELECT id FROM entry WHERE run IS NOT NULL AND run NOT IN (SELECT name FROM run WHERE writer <> ?)',
    )
    .pluck();
  readonly #say = this.db.prepare<[seen: number, token: string]>('UPDATE writer SET seen = ? WHERE token = ?');
  readonly #readClock = this.db.prepare<[], { clock: number; boot: string | null }>('SELECT clock, boot FROM shared');
  readonly #setClock = this.db.prepare<[clock: number, boot: string | null]>('UPDATE shared SET clock = ?, boot = ?');
  readonly #pages = this.db.prepare<[], number>("SELECT total(count) FROM tally WHERE kind = 'page'").pluck();
  readonly #forgetPages = this.db.prepare<[]>("DELETE FROM tally WHERE kind = 'page'");
  readonly #epoch = this.db.prepare<[], number>('SELECT key_epoch FROM shared').pluck();
  readonly #raiseEpoch = this.db.prepare<[]>('UPDATE shared SET key_epoch = key_epoch + 1');

  constructor(db: Database) {
    super(db);
    // A program that only reads takes the clock of those that write.
    this.others();
  }

  /** The time of the file. */
  now(): number {
    return this.#clock + timeSinceBoot();
  }

  /**
   * Registers this program, and removes programs that are gone. The first program gives the file its clock. Call this
   * inside an immediate transaction.
   */
  enter(): void {
    this.dropGone();
    if (this.others().length === 0) {
      this.#setClock.run(this.#clock, this.#boot);
      this.#forgetPages.run();
    }
    const now = this.now();
    this.#add.run({ ...ownProcess(), token: this.#token, since: now, seen: now });
    this.#said = now;
  }

  /** Whether the others took this program for gone. */
  isGone(): boolean {
    return this.#isAdded.get(this.#token) === undefined;
  }

  /** Says from time to time that this program is there. */
  stay(): void {
    if (this.now() - this.#said >= HEARTBEAT / 2) this.say();
  }

  /** Says that this program is there. */
  say(): void {
    this.#said = this.now();
    this.#say.run(this.#said, this.#token);
  }

  /** Counts pages that this program read. */
  count(pages: number, changes: FileChanges): void {
    changes.count('page', this.#token, pages);
  }

  /** Removes this program's registration. */
  leave(): void {
    this.#drop(this.#token);
  }

  /** The other programs that write to the file now. If there are any, this program takes their clock. */
  others(): readonly Row[] {
    const shared = this.#readClock.get();
    // Since then the machine was booted again, or the file came from another one.
    if (shared === undefined || shared.boot !== this.#boot) return [];
    const now = shared.clock + timeSinceBoot();
    const living = this.#all().filter((row) => Math.abs(now - row.seen) <= SILENCE && !hasEnded(row));
    if (living.length > 0) this.#clock = shared.clock;
    return living;
  }

  /** This program, and the others that write to the file now. */
  programs(): readonly Program[] {
    const living = new Set(this.others().map(({ token }) => token));
    const all = this.#programs.all().map((program) => ({ ...program, isSelf: program.name === this.#token }));
    return [...all.filter(({ isSelf }) => isSelf), ...all.filter(({ name }) => living.has(name))];
  }

  /** Whether other running programs write to the file too. */
  isShared(): boolean {
    return this.others().length > 0;
  }

  /** Whether leases exist that no running program holds. */
  hasAbandoned(): boolean {
    return this.others().length < this.#all().length || this.abandoned().length > 0;
  }

  /** Removes the programs that are gone, so that their runs hold nothing any more. */
  dropGone(): void {
    const living = new Set(this.others().map(({ token }) => token));
    for (const { token } of this.#all()) if (!living.has(token)) this.#drop(token);
  }

  /** Records that the run belongs to this program. */
  note(run: string): void {
    this.#note.run(run, this.#token);
  }

  /** Leases of runs that belong to no registered program. Call `dropGone` first. */
  abandoned(): readonly EntryId[] {
    return this.#free.all('');
  }

  /** Leases that no other program holds. */
  releasable(): readonly EntryId[] {
    return this.#free.all(this.#token);
  }

  /** The number of pages that all programs have read since the first of them came. */
  pages(): number {
    return this.#pages.get() ?? 0;
  }

  keyEpoch(): number {
    return this.#epoch.get() ?? 0;
  }

  /** Begins another epoch of keys. */
  raiseKeyEpoch(): void {
    this.#raiseEpoch.run();
  }

  #all(): readonly Row[] {
    return this.#others.all(this.#token);
  }

  #drop(token: string): void {
    this.#removeRuns.run(token);
    this.#remove.run(token);
  }
}

/** The clock of this program alone. */
function ownClock(): number {
  return Date.now() - timeSinceBoot();
}
