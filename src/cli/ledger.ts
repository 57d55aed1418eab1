import type { Frontier } from '../../db/store.ts';
import type { Claim } from '../facts/claim.ts';
import { evidenceOf } from '../facts/claim-evidence.ts';
import { factsOf } from '../facts/claimed-facts.ts';
import type { Evidence } from '../facts/evidence.ts';
import type { Fact } from '../index.ts';

/** The claims that facts are made of, with what they were made of themselves. */
export interface Ledger {
  readonly claims: readonly Claim[];
  readonly evidence: ReadonlyMap<Claim, readonly Evidence[]>;
}

export const NO_LEDGER: Ledger = { claims: [], evidence: new Map() };

/**
 * What a crawl was told of sites.
 *
 * @param file the database, for messages
 * @throws {SettingsError} where it holds what are no facts
 */
export async function readGiven(frontier: Frontier, file: string): Promise<readonly Fact[]> {
  const facts = await frontier.getMeta('facts');
  return facts === null ? [] : (await import('../../config/facts-file.ts')).parseFacts(facts, file);
}

/** @param given what goes before the claims */
export async function readLedger(frontier: Frontier, given: readonly Fact[]): Promise<Ledger> {
  const claims = await frontier.claims();
  const unused = new Set(factsOf(claims, given).unused.map(({ claim }) => claim));
  return {
    claims: claims.filter((claim) => claim.verdict === 'confirmed' && !unused.has(claim)),
    evidence: evidenceOf(claims, await frontier.evidence()),
  };
}
