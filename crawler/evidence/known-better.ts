import type { Evidence } from '../../src/evidence/evidence.ts';
import { eitherWay, pairKey } from '../../src/evidence/verdict.ts';

/**
 * Evidence without the equal pages about which something stronger is known: a declaration, or what a probe compared, even
 * if that left it open. Only the latest piece is kept for two URLs.
 *
 * @param before what was known before
 */
export function unlessKnownBetter(evidence: readonly Evidence[], before: readonly Evidence[]): readonly Evidence[] {
  const isEqual = ({ source, supports }: Evidence): boolean => source === 'content' && supports === true;
  const declared = [...evidence, ...before].filter(({ source }) => source === 'declaration');
  const probed = before.filter((one) => one.by === 'probe' && (isEqual(one) || one.supports === null));
  const better = new Set([...declared, ...probed].map(pairOf));
  return evidence.filter((one) => !isEqual(one) || !better.has(pairOf(one)));
}

/**
 * Evidence without the unclear pairs that something else already settles: a probe found them equal, one URL is declared the
 * other, or something contradicts the claim.
 *
 * @param before what was known before
 */
export function withoutSettledUnclear(evidence: readonly Evidence[], before: readonly Evidence[]): readonly Evidence[] {
  const isKnown = ({ supports, source, by }: Evidence): boolean =>
    supports === false || source === 'declaration' || (supports === true && by === 'probe');
  const known = new Set(before.filter(isKnown).map(eitherWay));
  return evidence.filter((one) => one.supports !== null || !known.has(eitherWay(one)));
}

function pairOf(evidence: Evidence): string {
  return pairKey(evidence, evidence.url, evidence.page);
}
