import type { Claim } from './claim.ts';
import { evidenceOf } from './claim-evidence.ts';
import type { Evidence } from './evidence.ts';
import type { Thresholds } from './thresholds.ts';
import { adjudicate, formsIn, subjectKey } from './verdict.ts';

/**
 * Turns evidence into claims, as `adjudicate` does. A claim that was confirmed before keeps its form, unless more than
 * twice as many pairs of URLs state another one: on a site that uses two forms, the more frequent one depends on the pages compared so
 * far, and each change of a form changes keys.
 *
 * @param before the claims made earlier
 */
export function judgeAgain(
  evidence: readonly Evidence[],
  needs: Thresholds,
  before: readonly Claim[],
): readonly Claim[] {
  const claims = adjudicate(evidence, needs);
  const forms = new Map(before.filter(isSeen).map((claim) => [idOf(claim), claim.target]));
  const inOther = new Set(claims.filter((claim) => isSeen(claim) && isOther(claim.target, forms.get(idOf(claim)))));
  if (inOther.size === 0) return claims;
  const known = evidenceOf(claims, evidence);
  return claims.map((claim) => {
    if (!inOther.has(claim)) return claim;
    const { target } = claim;
    const earlier = forms.get(idOf(claim)) ?? '';
    const stated = formsIn(known.get(claim) ?? []);
    const [own, other] = [stated.get(earlier) ?? 0, stated.get(target ?? '') ?? 0];
    const isNew = 2 * own < other || (own === 0 && target !== null);
    return isNew ? claim : { ...claim, target: earlier };
  });
}

/** Whether observations confirmed the claim. */
function isSeen({ verdict, source }: Claim): boolean {
  return verdict === 'confirmed' && source !== 'user';
}

function isOther(form: string | null, earlier: string | null | undefined): boolean {
  return earlier !== null && earlier !== undefined && earlier !== form;
}

function idOf(claim: Claim): string {
  return `${subjectKey(claim)} ${claim.path}`;
}
