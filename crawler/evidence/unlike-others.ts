import type { Evidence } from '../../src/evidence/evidence.ts';
import { eitherWay, subjectKey } from '../../src/evidence/verdict.ts';
import { areaOf, isOfHost, placeOf } from '../../src/facts/site-part.ts';

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

/** A text that identifies the subject of a piece of evidence, and the area of the site. */
export function areaIn(evidence: Evidence): string {
  return `${subjectKey(evidence)} ${areaOf(placeOf(evidence.kind, evidence.path))}`;
}
