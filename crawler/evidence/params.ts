import type { Evidence } from '../../src/evidence/evidence.ts';
import { subjectKey } from '../../src/evidence/verdict.ts';
import { paramName } from '../../src/url/query.ts';
import type { SubjectNotes } from './subject-notes.ts';

/**
 * The evidence that pairs of pages give by themselves, without what would say more than was seen:
 *
 * - Where two pages were too much alike to be told apart, and too little to be one, other pages of equal text do not
 *   show that the fact holds: some may be equal by chance, as a short list is on its first and its second page.
 * - A parameter is of no account only if it had two values. With one alone, which is the one that pages have that lack
 *   it, it may be the default: any other value may make a difference.
 * - A parameter has one default, and none where it is of no account.
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
    if (notes.kind === 'default-param' && (hasOtherDefault || isOfNoAccount(subjects.get(paramOf(notes))))) return [];
    return notes.evidence.filter((piece) => !isSupport(piece) || !isPair(piece) || mayShow(piece, notes));
  });
}

/** Whether one piece does not say more than the others let it. */
function mayShow({ kind, seen }: Evidence, { isUnclear, values }: SubjectNotes): boolean {
  if (kind === 'param' && values.size < 2) return false;
  // What a server does with a form of its URLs does not depend on the page; with a parameter it may.
  return !isUnclear || (kind !== 'param' && !COMPARED.has(seen));
}

const COMPARED: ReadonlySet<string> = new Set(['same-bytes', 'same-text', 'same-size']);

function isSupport({ supports }: Evidence): boolean {
  return supports;
}

/** A declaration names a parameter itself. */
function isPair({ url }: Evidence): boolean {
  return url !== null;
}

/** The subject that a default is of, as `subjectKey`. */
function paramOf({ host, about }: SubjectNotes): string {
  return subjectKey({ kind: 'param', host, about: paramName(about ?? '') });
}

function isOfNoAccount(param: SubjectNotes | undefined): boolean {
  return param !== undefined && !param.isUnclear && param.values.size > 1 && param.evidence.every(isSupport);
}
