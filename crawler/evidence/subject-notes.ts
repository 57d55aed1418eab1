import type { Evidence, Subject } from '../../src/evidence/evidence.ts';

/** Everything observed about one subject. */
export interface SubjectNotes extends Subject {
  /** Whether some pair of pages differs so little that the pages may or may not be equal. */
  isUnclear: boolean;
  /** Values of the parameter that did not change the page; two are enough. */
  readonly values: Set<string>;
  readonly evidence: Evidence[];
}
