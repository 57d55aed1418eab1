import { isSettled } from '../../src/evidence/doubts.ts';
import { type Evidence, SAME_APART_FROM_CHANGES } from '../../src/evidence/evidence.ts';
import { eitherWay, subjectKey } from '../../src/evidence/verdict.ts';
import { areaOf, isOfHost, placeOf } from '../../src/facts/site-part.ts';
import { withoutSettledUnclear } from './known-better.ts';

/**
 * Of pairs of pages that may or may not be equal, those whose area has other pages that redirect, or that declare each
 * other: if both URLs were one page, the server would redirect this one too, or the page would declare its canonical URL. A
 * pair that a probe compared, or of which one page declares the other, is not in doubt.
 *
 * @param doubts as evidence against
 * @param evidence everything else that is known
 */
export function unlikeOthers(doubts: readonly Evidence[], evidence: readonly Evidence[]): readonly Evidence[] {
  const own = new Set(doubts.map(eitherWay));
  const redirects = evidence.filter(
    (one) => one.supports && one.source === 'permanent-redirect' && !own.has(eitherWay(one)),
  );
  const redirecting = new Set(redirects.map(areaIn));
  const declaring = new Set(evidence.filter(({ supports, seen }) => supports && seen === 'canonical').map(areaIn));
  const known = evidence.filter(
    ({ by, source }) => source === 'declaration' || (source === 'content' && by === 'probe'),
  );
  const pairs = new Set(known.map(eitherWay));
  return doubts.flatMap((one) => {
    // The parameter of a page may not matter although the server redirects some of its values. One host may redirect in some
    // sections only.
    if (one.kind === 'param' || isOfHost(one.kind) || pairs.has(eitherWay(one))) return [];
    if (redirecting.has(areaIn(one))) return one;
    return declaring.has(areaIn(one)) ? { ...one, seen: 'not-declared' } : [];
  });
}

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
    // What a probe left open about a host is about one section. It does not mean that pages of the whole host change.
    ...open
      .filter((one) => (one.by === 'probe' && !isOfHost(one.kind)) || !isSettled(one, probed.get(areaIn(one)) ?? []))
      .map(areaIn),
    ...before.filter(({ seen }) => seen === SAME_APART_FROM_CHANGES).map(areaIn),
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

/** A text that identifies the subject of a piece of evidence, and the area of the site. */
function areaIn(evidence: Evidence): string {
  return `${subjectKey(evidence)} ${areaOf(placeOf(evidence.kind, evidence.path))}`;
}
