import { open } from 'node:fs/promises';
import { loadFacts, parseFacts } from '../../config/facts-file.ts';
import type { Fact } from '../index.ts';

/** The first bytes of every SQLite file. */
const SQLITE = 'SQLite format 3\0';

/**
 * What is known of sites: from a facts file, or from the database of a crawl that was given facts.
 *
 * @throws {SettingsError} where it cannot be read, or holds what are no facts
 * @throws {StoreError} where it is a database, and no crawl's
 */
export async function factsFrom(file: string): Promise<readonly Fact[]> {
  if (!(await isDatabase(file))) return loadFacts(file);
  const { openSqliteFrontier } = await import('../../db/index.ts');
  const frontier = await openSqliteFrontier(file, { readonly: true });
  try {
    const facts = await frontier.getMeta('facts');
    return facts === null ? [] : parseFacts(facts, file);
  } finally {
    await frontier.close();
  }
}

async function isDatabase(path: string): Promise<boolean> {
  // What cannot be read is refused by who reads it as a facts file.
  const file = await open(path).catch(() => null);
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
