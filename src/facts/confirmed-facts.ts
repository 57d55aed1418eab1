import { checkFacts } from './check.ts';
import type { Claim } from './claim.ts';
import { factOf } from './difference.ts';
import type { Fact } from './facts.ts';

/** The facts that claims confirm: one that does not go with those before it, or that lacks the site's form, is left out. */
export function confirmedFacts(claims: readonly Claim[]): readonly Fact[] {
  const facts: Fact[] = [];
  for (const claim of claims) {
    if (claim.verdict !== 'confirmed') continue;
    const fact = factOf(claim, claim.target, claim.path);
    if (checkFacts([...facts, fact]).length === 0) facts.push(fact);
  }
  return facts;
}
