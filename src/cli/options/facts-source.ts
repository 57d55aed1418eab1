import { loadFacts } from '../../../config/facts-file.ts';
import type { Frontier } from '../../../db/index.ts';
import { refuseOtherUrl, shownAddress } from '../../../db/postgres/address.ts';
import { factsOf } from '../../evidence/claimed-facts.ts';
import type { Fact } from '../../index.ts';
import { closing } from '../io/closing.ts';
import { isDatabase } from '../io/databases.ts';
import { type CitableClaims, NO_CLAIMS, readCitableClaims } from '../jobs/citable-claims.ts';
import { readGiven } from './given-facts.ts';

/**
 * Reads facts about sites: from a facts file, or from a crawl's database its given facts and confirmed claims.
 *
 * @throws {SettingsError} if the file cannot be read or contains anything but facts
 * @throws {StoreError} if it is a database, but not of a crawl
 */
export async function factsFrom(file: string): Promise<readonly Fact[]> {
  refuseOtherUrl(file);
  if (!(await isDatabase(file))) return loadFacts(file);
  return reading(
    file,
    async (frontier) => factsOf(await frontier.claims(), await readGiven(frontier, shownAddress(file))).facts,
  );
}

/**
 * The claims behind the facts of {@link factsFrom}; empty for a facts file and for null.
 *
 * @throws {StoreError} if it is a database, but not of a crawl
 */
export async function citableClaimsFrom(file: string | null): Promise<CitableClaims> {
  if (file === null || !(await isDatabase(file))) return NO_CLAIMS;
  return reading(file, async (frontier) => readCitableClaims(frontier, await readGiven(frontier, shownAddress(file))));
}

async function reading<T>(file: string, read: (frontier: Frontier) => Promise<T>): Promise<T> {
  const { openFrontier } = await import('../../../db/index.ts');
  return closing(await openFrontier(file, { readonly: true }), read);
}
