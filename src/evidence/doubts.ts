import { areaOf, isOfHost, placeOf } from '../facts/site-part.ts';
import { difference } from './difference.ts';
import { type Evidence, REPEATED_TEXT } from './evidence.ts';

/** How many pairs of equal pages, at two or more paths, must show that a parameter is irrelevant. Repeated texts do not count. */
const ENOUGH_PAIRS = 10;

/**
 * The evidence that counts. A page may differ from another one by less than it changes by itself, so that a comparison may
 * leave open whether two URLs show one page. Then no equal pages of their area show that what the URLs differ in makes no
 * difference, until the doubt is settled. What a site declares about all URLs of a part is not in doubt. A page with one text
 * whatever the parameter counts only as long as the parameter is irrelevant elsewhere.
 *
 * @param evidence all about one subject
 */
export function withoutDoubtful(evidence: readonly Evidence[]): readonly Evidence[] {
  const own = isIrrelevant(evidence) ? evidence : evidence.filter(({ seen }) => seen !== REPEATED_TEXT);
  const clear = own.filter(({ supports }) => supports !== null);
  if (clear.length === own.length) return own;
  const inDoubt = new Set(openDoubts(own).map(areaIn));
  return clear.filter((one) => !one.supports || one.url === null || one.source === 'user' || !inDoubt.has(areaIn(one)));
}

/**
 * Whether a parameter was compared often enough, never made a difference, and no comparison is in doubt. Pages with one text
 * whatever the parameter do not count.
 *
 * @param evidence all about one subject
 */
export function isIrrelevant(evidence: readonly Evidence[]): boolean {
  const others = evidence.filter(({ seen }) => seen !== REPEATED_TEXT);
  const equal = others.filter(({ source, supports }) => source === 'content' && supports === true);
  if (equal.length < ENOUGH_PAIRS || new Set(equal.map(({ path }) => path)).size < 2) return false;
  return others.every(({ supports }) => supports !== false) && openDoubts(others).length === 0;
}

/** What comparisons left open, and nothing has settled since. */
function openDoubts(evidence: readonly Evidence[]): readonly Evidence[] {
  const probed = Map.groupBy(
    evidence.filter(({ by, supports }) => by === 'probe' && supports !== null),
    areaIn,
  );
  const unclear = new Set(unclearSections(evidence));
  return evidence.filter((one) => {
    if (one.supports !== null) return false;
    const isHostProbe = isOfHost(one.kind) && one.by === 'probe';
    return isHostProbe ? unclear.has(areaOf(one.path)) : !isSettled(one, probed.get(areaIn(one)) ?? []);
  });
}

/**
 * The sections of a host where probes compared several pairs of URLs, and could not tell for any pair whether both URLs show
 * one page. Evidence from other sections does not settle these.
 */
function unclearSections(evidence: readonly Evidence[]): readonly string[] {
  const probed = evidence.filter(({ kind, by }) => isOfHost(kind) && by === 'probe');
  return [...Map.groupBy(probed, ({ path }) => areaOf(path))].flatMap(([area, own]) => {
    // One pair has two URLs, whichever of them was taken for the page of the other.
    const urls = new Set(own.flatMap(({ url, page }) => [url, page]));
    return urls.size > 2 && own.every(({ supports }) => supports === null) ? area : [];
  });
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
