import { loadFacts } from '../../../config/facts-file.ts';
import type { Frontier } from '../../../db/index.ts';
import { factsOf } from '../../evidence/claimed-facts.ts';
import type { Fact } from '../../index.ts';
import { isDatabase } from '../io/databases.ts';
import { type CitableClaims, NO_CLAIMS, readCitableClaims } from '../jobs/citable-claims.ts';
import { readGiven } from './given-facts.ts';

/**
 * What is known of sites: from a facts file, or from the database of a crawl what it was told and what it confirmed.
 *
 * @throws {SettingsError} where it cannot be read, or holds what are no facts
 * @throws {StoreError} where it is a database, and no crawl's
 */
export async function factsFrom(file: string): Promise<readonly Fact[]> {
  if (!(await isDatabase(file))) return loadFacts(file);
  return reading(file, async (frontier) => factsOf(await frontier.claims(), await readGiven(frontier, file)).facts);
}

/**
 * The claims behind the facts that {@link factsFrom} gives; none where they come from a facts file, or from nowhere.
 *
 * @throws {StoreError} where it is a database, and no crawl's
 */
export async function citableClaimsFrom(file: string | null): Promise<CitableClaims> {
  if (file === null || !(await isDatabase(file))) return NO_CLAIMS;
  return reading(file, async (frontier) => readCitableClaims(frontier, await readGiven(frontier, file)));
}

async function reading<T>(file: string, read: (frontier: Frontier) => Promise<T>): Promise<T> {
  const { openSqliteFrontier } = await import('../../../db/index.ts');
  const frontier = await openSqliteFrontier(file, { readonly: true });
  try {
    return await read(frontier);
  } finally {
    await frontier.close();
  }
}
