import { type Frontier, openFrontier } from '../../../db/index.ts';

/**
 * Opens the existing crawl file for writing. Opening it for reading first avoids creating a file for a misspelled
 * name.
 *
 * @throws {StoreError} if the file does not exist, or another process writes to it
 */
export async function openForChange(database: string): Promise<Frontier> {
  await (await openFrontier(database, { readonly: true })).close();
  return openFrontier(database);
}
