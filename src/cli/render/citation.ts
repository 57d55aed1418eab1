import { citedClaims } from '../../evidence/cited-claims.ts';
import { citeClaim } from '../../evidence/claim-wording.ts';
import type { Change } from '../../index.ts';
import type { CitableClaims } from '../jobs/citable-claims.ts';
import { claimAsJson } from './claim-lines.ts';
import { printable } from './printable.ts';

/** The claims that allowed a pass to make a change, one line each; empty if the pass needed none. */
export function citations(change: Change, { claims, evidence }: CitableClaims): readonly string[] {
  return citedClaims(change, claims).map((claim) => printable(citeClaim(claim, evidence.get(claim) ?? [])));
}

/** The change as an object for JSON, with `evidence` if claims allowed it. */
export function withEvidence(change: Change, { claims, evidence }: CitableClaims): object {
  const cited = citedClaims(change, claims);
  if (cited.length === 0) return change;
  return { ...change, evidence: cited.map((claim) => claimAsJson(claim, evidence)) };
}
