import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Database } from 'better-sqlite3';
import { StoreError } from '../errors.ts';

interface Writer {
  readonly pid: number;
  readonly process_start: string | null;
  readonly host: string;
  readonly since: string;
}

/** Throws if a program that still runs has the file open for writing. */
export function refuseSecondWriter(db: Database, path: string): void {
  const writer = db.prepare<[], Writer>('SELECT pid, process_start, host, since FROM writer').get();
  if (writer === undefined || !isRunning(writer)) return;
  throw new StoreError(
    'locked',
    `${path} is in use by process ${writer.pid} since ${writer.since}: wait until it has ended, stop it, or name another file`,
  );
}

/** Inside an immediate transaction: makes this process the one writer. Returns the token that gives it up. */
export function claimWriting(db: Database, path: string): string {
  refuseSecondWriter(db, path);
  const token = randomUUID();
  db.prepare(
    'INSERT OR REPLACE INTO writer (only, token, pid, process_start, host, since) VALUES (1, ?, ?, ?, ?, ?)',
  ).run(token, process.pid, processStart(process.pid), hostname(), new Date().toISOString());
  return token;
}

export function giveUpWriting(db: Database, token: string): void {
  db.prepare('DELETE FROM writer WHERE token = ?').run(token);
}

/**
 * A writer of another host name cannot run: SQLite's write-ahead log is for one machine, so the file was copied,
 * or its container has ended. A process that started at another time only got the writer's number later.
 */
function isRunning(writer: Writer): boolean {
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
