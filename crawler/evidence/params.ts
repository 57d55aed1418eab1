import type { Evidence, Subject } from '../../src/evidence/evidence.ts';
import { subjectKey } from '../../src/evidence/verdict.ts';
import { paramName } from '../../src/url/query.ts';

/** Everything observed about one subject. */
export interface SubjectNotes extends Subject {
  /** Whether some pair of pages differs so little that the pages may or may not be equal. */
  isUnclear: boolean;
  /** Values of the parameter that did not change the page; two are enough. */
  readonly values: Set<string>;
  readonly evidence: Evidence[];
}

/**
 * The evidence of pairs of pages, without support for more than was observed. What contradicts a claim stays: evidence from an
 * earlier look may have confirmed it.
 *
 * - If two pages were too similar to be distinguished but not similar enough to be equal, other pages with equal text
 *   are not evidence for the fact. They may be equal by chance, as a short list is on its first and second page.
 * - A parameter is irrelevant only if it had two values. A single value that also leads to the page without the
 *   parameter may be the default, and other values may make a difference.
 * - A parameter has one default, and none if it is irrelevant.
 *
 * @param subjects by `subjectKey`
 */
export function keepWhatIsSafe(subjects: ReadonlyMap<string, SubjectNotes>): readonly Evidence[] {
  const defaults = Map.groupBy(
    [...subjects.values()].filter(({ kind, evidence }) => kind === 'default-param' && evidence.some(isSupport)),
    paramOf,
  );
  return [...subjects.values()].flatMap((notes) => {
    const hasOtherDefault = (defaults.get(paramOf(notes))?.length ?? 0) > 1;
    const isNoDefault =
      notes.kind === 'default-param' && (hasOtherDefault || isOfNoAccount(subjects.get(paramOf(notes))));
    return notes.evidence.filter(
      (piece) => !isSupport(piece) || (!isNoDefault && (!isPair(piece) || mayShow(piece, notes))),
    );
  });
}

/** Whether a piece of evidence claims no more than the others allow. */
function mayShow({ kind, seen }: Evidence, { isUnclear, values }: SubjectNotes): boolean {
  if (kind === 'param' && values.size < 2) return false;
  // How a server treats a form of its URLs does not depend on the page. How it treats a parameter may.
  return !isUnclear || (kind !== 'param' && !COMPARED.has(seen));
}

const COMPARED: ReadonlySet<string> = new Set(['same-bytes', 'same-text', 'same-size']);

function isSupport({ supports }: Evidence): boolean {
  return supports === true;
}

/** A declaration names only a parameter, not a pair of URLs. */
function isPair({ url }: Evidence): boolean {
  return url !== null;
}

/** The parameter's subject that a default belongs to, as a `subjectKey`. */
function paramOf({ host, about }: SubjectNotes): string {
  return subjectKey({ kind: 'param', host, about: paramName(about ?? '') });
}

function isOfNoAccount(param: SubjectNotes | undefined): boolean {
  return param !== undefined && !param.isUnclear && param.values.size > 1 && param.evidence.every(isSupport);
}
