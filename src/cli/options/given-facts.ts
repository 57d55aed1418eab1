import type { Frontier } from '../../../db/store.ts';
import type { Fact } from '../../index.ts';

/**
 * What a crawl was told of sites.
 *
 * @param file the database, for messages
 * @throws {SettingsError} where it holds what are no facts
 */
export async function readGiven(frontier: Frontier, file: string): Promise<readonly Fact[]> {
  const facts = await frontier.getMeta('facts');
  return facts === null ? [] : (await import('../../../config/facts-file.ts')).parseFacts(facts, file);
}
