import type { Frontier } from '../../../db/store.ts';
import type { Fact } from '../../index.ts';

/**
 * Reads the facts that the user gave to a crawl with `--facts`.
 *
 * @param file the database, for messages
 * @throws {SettingsError} if the stored facts are damaged
 */
export async function readGiven(frontier: Frontier, file: string): Promise<readonly Fact[]> {
  const facts = await frontier.getMeta('facts');
  return facts === null ? [] : (await import('../../../config/facts-file.ts')).parseFacts(facts, file);
}
