import type { Canonicalizer } from '../../src/canon/canonicalizer.ts';
import type { Subject } from '../../src/evidence/evidence.ts';

/** Two URLs that differ only in what the subject is about. */
export interface Pair {
  readonly subject: Subject;
  /** The URL of a page that the site links to, as requested. */
  readonly page: string;
  /** The other form, as requested. */
  readonly tried: string;
  /** Gives both URLs the same key. */
  readonly canonicalizer: Canonicalizer;
}
