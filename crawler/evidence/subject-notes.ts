import type { Evidence, Subject } from '../../src/evidence/evidence.ts';

/** What is known of one subject. */
export interface SubjectNotes extends Subject {
  /** Somewhere, the two pages differ by so little that they may be one or two. */
  isUnclear: boolean;
  /** Values of the parameter with which a page was the same; two are enough. */
  readonly values: Set<string>;
  readonly evidence: Evidence[];
}
