import type { Canonicalizer } from '../../src/canon/canonicalizer.ts';
import type { Subject } from '../../src/evidence/evidence.ts';

/** Two URLs that differ in nothing but what the subject is about. */
export interface Pair {
  readonly subject: Subject;
  /** The URL of a page that the site links to, on the wire. */
  readonly page: string;
  /** The other form, on the wire. */
  readonly tried: string;
  /** Makes one of the two. */
  readonly canonicalizer: Canonicalizer;
}
