import type { Evidence } from '../../src/evidence/evidence.ts';
import { withoutSettledUnclear } from './known-better.ts';
import { areaIn } from './unlike-others.ts';

/**
 * Of pairs of pages that may or may not be equal, those that differ in a parameter that made no difference in their area so
 * far. They are stored as evidence that leaves this open. Pages that change by themselves are always unclear to a crawl, so
 * there must be no sign of that in the area.
 *
 * @param doubts as evidence against
 * @param before what was known before
 */
export function unclearParams(doubts: readonly Evidence[], before: readonly Evidence[]): readonly Evidence[] {
  const shown = new Set(before.filter(({ supports }) => supports).map(areaIn));
  const changing = new Set(
    before
      .filter(({ supports, seen, by }) => supports === null || (by === 'probe' && seen === 'same-text'))
      .map(areaIn),
  );
  const unclear = doubts.filter((one) => {
    return one.kind === 'param' && shown.has(areaIn(one)) && !changing.has(areaIn(one));
  });
  return withoutSettledUnclear(
    unclear.map((one) => ({ ...one, supports: null, seen: 'unclear' })),
    before,
  );
}
