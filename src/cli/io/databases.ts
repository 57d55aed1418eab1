import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { quoted } from '../render/printable.ts';
import { UsageError } from './exit.ts';

/** What an SQLite file starts with. */
const SQLITE = 'SQLite format 3\0';
/** What SQLite keeps beside a file that is in use: its last transactions, and who reads them. */
const COMPANION = /-(?:wal|shm|journal)$/;

/** Whether there is an SQLite file; a pipe, which can be read only once, is none. */
export async function isDatabase(path: string): Promise<boolean> {
  const isFile = (await stat(path).catch(() => null))?.isFile() === true;
  const file = isFile ? await open(path).catch(() => null) : null;
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === SQLITE;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/**
 * Refuses to write over a database, or over a file that SQLite keeps beside one.
 *
 * @param databases those that may not be there yet
 * @throws {UsageError}
 */
export async function refuseToOverwriteDatabase(path: string, databases: readonly string[] = []): Promise<void> {
  const owner = path.replace(COMPANION, '');
  const isOwned = databases.some((database) => resolve(database) === resolve(owner));
  if (!isOwned && !(await isDatabase(owner)) && !(await isDatabase(path))) return;
  const what = owner === path ? 'is a database' : `belongs to the database ${quoted(owner)}`;
  throw new UsageError(`${quoted(path)} ${what}; name another file to write to`);
}
