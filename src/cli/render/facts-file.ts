import type { Fact } from '../../facts/facts.ts';
import { encodeBytes } from '../../text/bytes.ts';

/** The bytes of a facts file, one per character (Latin-1). */
export function factsFile(facts: readonly Fact[]): string {
  return encodeBytes(`${JSON.stringify({ version: 1, facts }, null, 2)}\n`);
}
