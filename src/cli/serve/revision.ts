import { stat } from 'node:fs/promises';

/**
 * Identifies a state of a database without opening it, by inode, size and modification time of the file and its
 * write-ahead log.
 *
 * @returns letters, digits and hyphens; always the same for a missing file
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
