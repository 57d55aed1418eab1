import { type FileHandle, open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isPostgresAddress } from '../../../db/postgres/address.ts';
import { quoted } from '../render/printable.ts';
import { UsageError } from './exit.ts';

/** The first bytes of an SQLite file. */
const SQLITE = 'SQLite format 3\0';
/** The suffixes of the files that SQLite creates next to a database in use. */
const COMPANION = /-(?:wal|shm|journal)$/;

/** Whether the name is that of a database: an SQLite file, or an address of PostgreSQL. */
export async function isDatabase(path: string): Promise<boolean> {
  if (isPostgresAddress(path)) return true;
  // Pipes can be read only once.
  const isFile = (await stat(path).catch(() => null))?.isFile() === true;
  return isFile && (await firstBytes(path, SQLITE.length)).toString('latin1') === SQLITE;
}

/** The first bytes of a file, at most this many; none if it cannot be read. */
export async function firstBytes(path: string, most: number): Promise<Buffer> {
  let file: FileHandle | null = null;
  try {
    file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return Buffer.alloc(0);
  } finally {
    await file?.close();
  }
}

/**
 * Refuses to overwrite a database, or a file that SQLite keeps next to one.
 *
 * @param databases further paths to protect, which may not exist yet
 * @throws {UsageError} if the path is such a file
 */
export async function refuseToOverwriteDatabase(path: string, databases: readonly string[] = []): Promise<void> {
  const owner = path.replace(COMPANION, '');
  const isOwned = databases.some((database) => resolve(database) === resolve(owner));
  if (!isOwned && !(await isDatabase(owner)) && !(await isDatabase(path))) return;
  const what = owner === path ? 'is a crawl file or another SQLite file' : `belongs to the crawl file ${quoted(owner)}`;
  throw new UsageError(`${quoted(path)} ${what}; choose another output file`);
}
