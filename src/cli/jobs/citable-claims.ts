import type { Frontier } from '../../../db/store.ts';
import type { Claim } from '../../evidence/claim.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import { type ClaimedFacts, factsOf } from '../../evidence/claimed-facts.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Fact } from '../../index.ts';

/** The claims behind the facts in use, with their evidence. They explain the changes of a trace. */
export interface CitableClaims {
  readonly claims: readonly Claim[];
  readonly evidence: ReadonlyMap<Claim, readonly Evidence[]>;
}

/** No claims at all. */
export const NO_CLAIMS: CitableClaims = { claims: [], evidence: new Map() };

/**
 * Reads the claims that are used as facts, and all facts in use.
 *
 * @param given the facts that take precedence over claims
 */
export async function readCitableClaims(
  frontier: Frontier,
  given: readonly Fact[],
): Promise<CitableClaims & Pick<ClaimedFacts, 'facts'>> {
  const claims = await frontier.claims();
  const { facts, unused } = factsOf(claims, given);
  const left = new Set(unused.map(({ claim }) => claim));
  return {
    facts,
    claims: claims.filter((claim) => claim.verdict === 'confirmed' && !left.has(claim)),
    evidence: evidenceOf(claims, await frontier.evidence()),
  };
}
