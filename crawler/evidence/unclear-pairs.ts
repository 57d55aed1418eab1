import { isSettled } from '../../src/evidence/doubts.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { eitherWay } from '../../src/evidence/verdict.ts';
import { withoutSettledUnclear } from './known-better.ts';
import { areaIn } from './unlike-others.ts';

/**
 * Of pairs of pages that may or may not be equal, those that differ in what made no difference in their area so far. They are
 * stored as evidence that leaves this open. Pages that change by themselves are always unclear to a crawl, so there must be no
 * sign of that in the area. A pair that was stored before is not stored again: a probe may have settled it.
 *
 * @param doubts as evidence against
 * @param before what was known before
 */
export function unclearPairs(doubts: readonly Evidence[], before: readonly Evidence[]): readonly Evidence[] {
  const shown = new Set(before.filter(({ supports }) => supports).map(areaIn));
  const probed = Map.groupBy(
    before.filter(({ supports, by }) => supports !== null && by === 'probe'),
    areaIn,
  );
  const open = before.filter(({ supports }) => supports === null);
  const changing = new Set([
    ...open.filter((one) => one.by === 'probe' || !isSettled(one, probed.get(areaIn(one)) ?? [])).map(areaIn),
    ...before.filter(({ seen, by }) => by === 'probe' && seen === 'same-text').map(areaIn),
  ]);
  const known = new Set(open.map(eitherWay));
  const unclear = doubts.filter((one) => {
    const area = areaIn(one);
    return shown.has(area) && !changing.has(area) && !known.has(eitherWay(one));
  });
  return withoutSettledUnclear(
    unclear.map((one) => ({ ...one, supports: null, seen: 'unclear' })),
    before,
  );
}
