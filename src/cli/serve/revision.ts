import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { openFrontier } from '../../../db/index.ts';
import { isPostgresAddress } from '../../../db/postgres/address.ts';
import { closing } from '../io/closing.ts';

/**
 * Identifies a state of a crawl: of a file without opening it, by inode, size and modification time of the file and its
 * write-ahead log; on a server, by its counts.
 *
 * @returns letters, digits and hyphens; always the same for a missing file
 */
export async function revisionOf(database: string): Promise<string> {
  if (isPostgresAddress(database)) return countsOf(database);
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

async function countsOf(address: string): Promise<string> {
  try {
    const stats = await closing(await openFrontier(address, { readonly: true }), (frontier) => frontier.stats());
    return createHash('sha256').update(JSON.stringify(stats)).digest('hex');
  } catch {
    return 'none';
  }
}
