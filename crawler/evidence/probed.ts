import type { Evidence } from '../../src/evidence/evidence.ts';
import { eitherWay } from '../../src/evidence/verdict.ts';
import { unlikeOthers } from './doubtful-pairs.ts';
import { withoutSettledUnclear } from './known-better.ts';

/**
 * The evidence to store after a probe. Equal pages do not take the place of a declaration, which counts for more, but show that it
 * still holds. If the probe finds redirects, pairs of which the crawl could not tell whether they are equal become evidence against the claim.
 *
 * @param probed what the probe found
 * @param before what was known before about the same hosts
 * @param doubts pairs of which the crawl could not tell whether they are equal, as evidence against
 */
export function afterProbe(
  probed: readonly Evidence[],
  before: readonly Evidence[],
  doubts: readonly Evidence[],
): readonly Evidence[] {
  const declared = new Map(before.filter(({ source }) => source === 'declaration').map((one) => [eitherWay(one), one]));
  const found = probed.map((one) => {
    const declaration = one.supports && one.source === 'content' ? declared.get(eitherWay(one)) : undefined;
    return declaration === undefined ? one : { ...declaration, at: one.at };
  });
  return [...withoutSettledUnclear(found, before), ...unlikeOthers(doubts, [...before, ...found])];
}
