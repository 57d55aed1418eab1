import type { Evidence } from '../../src/evidence/evidence.ts';
import { pairKey } from '../../src/evidence/verdict.ts';

/**
 * Evidence without the equal pages about which something stronger is known: a declaration, or what a probe compared. Only
 * the latest piece is kept for two URLs.
 *
 * @param before what was known before
 */
export function unlessKnownBetter(evidence: readonly Evidence[], before: readonly Evidence[]): readonly Evidence[] {
  const isEqual = ({ source, supports }: Evidence): boolean => source === 'content' && supports;
  const declared = [...evidence, ...before].filter(({ source }) => source === 'declaration');
  const probed = before.filter((one) => one.by === 'probe' && isEqual(one));
  const better = new Set([...declared, ...probed].map(pairOf));
  return evidence.filter((one) => !isEqual(one) || !better.has(pairOf(one)));
}

function pairOf(evidence: Evidence): string {
  return pairKey(evidence, evidence.url, evidence.page);
}
