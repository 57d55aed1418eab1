import { areaOf, placeOf } from '../facts/site-part.ts';
import { difference } from './difference.ts';
import type { Evidence } from './evidence.ts';

/**
 * The evidence that counts. A page may differ from another one by less than it changes by itself, so that a comparison may
 * leave open whether two URLs show one page. Then no equal pages of their area show that what the URLs differ in makes no
 * difference, until the doubt is settled. What a site declares about all URLs of a part is not in doubt.
 *
 * @param evidence all about one subject
 */
export function withoutDoubtful(evidence: readonly Evidence[]): readonly Evidence[] {
  const clear = evidence.filter(({ supports }) => supports !== null);
  if (clear.length === evidence.length) return evidence;
  const probed = Map.groupBy(
    clear.filter(({ by }) => by === 'probe'),
    areaIn,
  );
  const doubts = evidence.filter((one) => one.supports === null && !isSettled(one, probed.get(areaIn(one)) ?? []));
  const inDoubt = new Set(doubts.map(areaIn));
  return clear.filter((one) => !one.supports || one.url === null || one.source === 'user' || !inDoubt.has(areaIn(one)));
}

/**
 * Whether a doubt is settled: a doubt of a probe, if a probe has compared other pages with the same value, and one of a crawl,
 * which fetches each page once, if a probe has found equal pages since. A probe compares what is in doubt first.
 *
 * @param probed what probes found in the area
 */
export function isSettled(doubt: Evidence, probed: readonly Evidence[]): boolean {
  if (doubt.by !== 'probe') return probed.some(({ supports, at }) => supports && at > doubt.at);
  const values = new Set(probed.flatMap(valuesIn));
  return valuesIn(doubt).every((value) => values.has(value));
}

function areaIn({ kind, path }: Evidence): string {
  return areaOf(placeOf(kind, path));
}

/** The parameter as each of the two URLs has it, with its value. */
function valuesIn({ url, page }: Evidence): readonly string[] {
  return (url !== null && page !== null && difference(url, page)?.params) || [];
}
