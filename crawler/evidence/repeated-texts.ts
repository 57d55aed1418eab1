import { textHash } from '../../src/compact/text-hash.ts';
import type { Difference } from '../../src/evidence/difference.ts';
import { isIrrelevant } from '../../src/evidence/doubts.ts';
import { type Evidence, REPEATED_TEXT } from '../../src/evidence/evidence.ts';
import { ENOUGH_ALIKE, THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { pairKey, subjectKey } from '../../src/evidence/verdict.ts';
import { areaOf, sectionOf } from '../../src/facts/site-part.ts';

/** How many pairs are kept as evidence: as many as confirm a claim. */
const MAX_PIECES = THRESHOLDS.param.content ?? 0;
/** How many pages are kept: a site may invent any number of pages and parameter names. */
const MAX_PAGES = 10_000;

/**
 * Pages right below the root that show one text whatever the value of a parameter: a home page, a search form, a notice to
 * log in. By itself that shows nothing: a page that scripts fill in has the same HTML for all its URLs. But if the parameter is
 * irrelevant on other pages of the host, and makes a difference on none, each such page confirms the claim for itself.
 * Deeper pages need no such rule: the claim for their folder covers them.
 */
export class RepeatedTexts {
  readonly #pages = new Map<string, { readonly values: Set<number>; readonly pieces: Evidence[] }>();

  /** Adds a pair of equal pages that differ in a parameter. */
  add(evidence: Evidence, { params }: Pick<Difference, 'params'>): void {
    const { kind, path } = evidence;
    if (kind !== 'param' || areaOf(path) === sectionOf(path)) return;
    const place = `${subjectKey(evidence)} ${path}`;
    const page = this.#pages.get(place) ?? { values: new Set(), pieces: [] };
    if (page.values.size >= ENOUGH_ALIKE || (page.values.size === 0 && this.#pages.size >= MAX_PAGES)) return;
    this.#pages.set(place, page);
    const before = page.values.size;
    for (const value of params) page.values.add(textHash(value));
    if (page.values.size > before && page.pieces.length < MAX_PIECES) {
      page.pieces.push({ ...evidence, seen: REPEATED_TEXT });
    }
  }

  /** @param known all other evidence */
  finish(known: readonly Evidence[]): readonly Evidence[] {
    const about = Map.groupBy(known, subjectKey);
    const pairs = new Set(known.filter(({ seen }) => seen !== REPEATED_TEXT).map(pairOf));
    return [...this.#pages.values()].flatMap(({ values, pieces }) => {
      const [first] = values.size < ENOUGH_ALIKE ? [] : pieces;
      const others = first === undefined ? [] : (about.get(subjectKey(first)) ?? []);
      return isIrrelevant(others) ? pieces.filter((piece) => !pairs.has(pairOf(piece))) : [];
    });
  }
}

function pairOf(evidence: Evidence): string {
  return pairKey(evidence, evidence.url, evidence.page);
}
