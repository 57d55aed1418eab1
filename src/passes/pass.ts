import type { FactKind, SiteFacts } from '../facts/site-facts.ts';
import type { ParsedUrl } from '../url/parsed-url.ts';

/** Pass classes, from strictest to loosest. */
export const PASS_CLASSES = ['preserving', 'usual', 'changing'] as const;

/**
 * How far a pass may change a URL.
 * - `preserving`: RFC 3986 calls both URLs equivalent, or every client sends the same request.
 * - `usual`: nearly always equivalent, but no standard says so.
 * - `changing`: a different URL that may name the same resource.
 */
export type PassClass = (typeof PASS_CLASSES)[number];

/** A named pure function on a parsed URL. Its examples are its documentation and its tests. */
export interface Pass {
  /** Verb and object, as written on the command line. */
  readonly name: string;
  /** How far the pass may change a URL. */
  readonly class: PassClass;
  /** The kind of fact that the pass needs; `site` if it needs a known kind of site; null if it runs on every URL. */
  readonly needs: FactKind | 'site' | null;
  /** What the pass does, in one line. */
  readonly summary: string;
  /** The clause that the pass implements. */
  readonly reference: string;
  /** Each is also a test. */
  readonly examples: readonly PassExample[];
  /** Returns the same object if nothing changes. Never throws; idempotent; linear in the length of the URL. */
  readonly apply: (url: ParsedUrl, facts: SiteFacts) => ParsedUrl;
}

interface PassExample {
  readonly before: string;
  readonly after: string;
  /** Facts that the example needs. */
  readonly facts?: Partial<SiteFacts>;
}
