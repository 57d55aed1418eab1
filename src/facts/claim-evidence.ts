import type { Claim } from './claim.ts';
import type { Evidence } from './evidence.ts';
import { partAround, partOf } from './site-part.ts';
import { subjectKey } from './verdict.ts';

/** What each claim was made of: evidence belongs to the claim about the smallest part of the site that holds it. */
export function evidenceOf(
  claims: readonly Claim[],
  evidence: readonly Evidence[],
): ReadonlyMap<Claim, readonly Evidence[]> {
  const byPart = new Map<string, Map<string, Claim>>();
  for (const claim of claims) {
    const parts = byPart.get(subjectKey(claim)) ?? new Map<string, Claim>();
    byPart.set(subjectKey(claim), parts.set(claim.path, claim));
  }
  const found = new Map(claims.map((claim): [Claim, Evidence[]] => [claim, []]));
  for (const one of evidence) {
    const parts = byPart.get(subjectKey(one));
    const part = parts === undefined ? null : partAround(partOf(one.kind, one.path), parts);
    const claim = part === null ? undefined : parts?.get(part);
    if (claim !== undefined) found.get(claim)?.push(one);
  }
  return found;
}
