import { citedClaims } from '../../evidence/cited-claims.ts';
import { citeClaim } from '../../evidence/claim-wording.ts';
import type { Change } from '../../index.ts';
import type { CitableClaims } from '../jobs/citable-claims.ts';
import { claimAsJson } from './claim-lines.ts';
import { printable } from './printable.ts';

/** What confirmed that a pass may make a change: a line for each claim; none where it needed none. */
export function citations(change: Change, { claims, evidence }: CitableClaims): readonly string[] {
  return citedClaims(change, claims).map((claim) => printable(citeClaim(claim, evidence.get(claim) ?? [])));
}

/** The change, with the claims that let the pass make it, where there are such. */
export function withEvidence(change: Change, { claims, evidence }: CitableClaims): object {
  const cited = citedClaims(change, claims);
  if (cited.length === 0) return change;
  return { ...change, evidence: cited.map((claim) => claimAsJson(claim, evidence.get(claim) ?? [])) };
}
