import { stat } from 'node:fs/promises';

/**
 * Tells one state of a database from another without opening it: what is written goes to the file or to its
 * write-ahead log, and another file of its name has another number.
 *
 * @returns letters, digits and hyphens; of a file that is not there, always the same
 */
export async function revisionOf(database: string): Promise<string> {
  return (await Promise.all([database, `${database}-wal`].map(stateOf))).join('-');
}

async function stateOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs].map((value) => value.toString(36)).join('-');
  } catch {
    return 'none';
  }
}
