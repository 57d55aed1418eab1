import type { Evidence } from '../../src/evidence/evidence.ts';
import { eitherWay, subjectKey } from '../../src/evidence/verdict.ts';
import { areaOf, placeOf } from '../../src/facts/site-part.ts';

/**
 * Of pairs of pages that may or may not be equal, those whose area has other pages that redirect: if both URLs were one
 * page, the server would redirect this one too. A pair that a probe compared, or that is declared one, is not in doubt.
 *
 * @param doubts as evidence against
 * @param evidence everything else that is known
 */
export function unlikeRedirects(doubts: readonly Evidence[], evidence: readonly Evidence[]): readonly Evidence[] {
  const own = new Set(doubts.map(eitherWay));
  const redirects = evidence.filter(
    (one) => one.supports && one.source === 'permanent-redirect' && !own.has(eitherWay(one)),
  );
  const areas = new Set(redirects.map(areaIn));
  const known = evidence.filter(
    ({ by, source }) => source === 'declaration' || (source === 'content' && by === 'probe'),
  );
  const pairs = new Set(known.map(eitherWay));
  // The parameter of a page may not matter although the server redirects some of its values.
  return doubts.filter((one) => one.kind !== 'param' && areas.has(areaIn(one)) && !pairs.has(eitherWay(one)));
}

/** A text that identifies the subject of a piece of evidence, and the area of the site. */
export function areaIn(evidence: Evidence): string {
  return `${subjectKey(evidence)} ${areaOf(placeOf(evidence.kind, evidence.path))}`;
}
