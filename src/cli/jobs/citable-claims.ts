import type { Frontier } from '../../../db/store.ts';
import type { Claim } from '../../evidence/claim.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import { factsOf } from '../../evidence/claimed-facts.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Fact } from '../../index.ts';

/** The claims that facts are made of, with what they were made of themselves: what a change can be explained by. */
export interface CitableClaims {
  readonly claims: readonly Claim[];
  readonly evidence: ReadonlyMap<Claim, readonly Evidence[]>;
}

export const NO_CLAIMS: CitableClaims = { claims: [], evidence: new Map() };

/** @param given what goes before the claims */
export async function readCitableClaims(frontier: Frontier, given: readonly Fact[]): Promise<CitableClaims> {
  const claims = await frontier.claims();
  const unused = new Set(factsOf(claims, given).unused.map(({ claim }) => claim));
  return {
    claims: claims.filter((claim) => claim.verdict === 'confirmed' && !unused.has(claim)),
    evidence: evidenceOf(claims, await frontier.evidence()),
  };
}
