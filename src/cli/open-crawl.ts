import { openSqliteFrontier, type SqliteFrontier } from '../../db/index.ts';

/**
 * Opens the file of a crawl to write to it. It is opened for reading first: a name that is misspelled must not become a
 * file.
 *
 * @throws {StoreError} where there is none, or another program writes to it
 */
export async function openForChange(database: string): Promise<SqliteFrontier> {
  await (await openSqliteFrontier(database, { readonly: true })).close();
  return openSqliteFrontier(database);
}
