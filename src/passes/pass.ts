import type { FactKind, SiteFacts } from '../facts/site-facts.ts';
import type { ParsedUrl } from '../url/parsed-url.ts';

/** Pass classes, from strictest to loosest. */
export const PASS_CLASSES = ['preserving', 'usual', 'changing'] as const;

/**
 * What a pass does to the meaning of a URL. The class does not say whether the pass needs a fact.
 * - `preserving`: a standard says that both URLs are equivalent, or every client sends the same request for both.
 * - `usual`: equivalent on nearly every site, but a server can tell the two URLs apart. Dot segments are of this class:
 *   RFC 3986 6.2.2.3 removes them, but some clients send them and some servers treat them as names.
 * - `changing`: by the standards a different URL, which may show the same page. Fragments are of this class: they are a
 *   part of the URL, although clients never send them.
 */
export type PassClass = (typeof PASS_CLASSES)[number];

/** A named pure function on a parsed URL. Its examples are its documentation and its tests. */
export interface Pass {
  /** Verb and object, as written on the command line. */
  readonly name: string;
  /** What the pass does to the meaning of a URL. */
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

/** A URL and what a pass makes of it. */
export interface PassExample {
  /** A valid URL. */
  readonly before: string;
  /** The same URL after the pass. */
  readonly after: string;
  /** Facts that the example needs. */
  readonly facts?: Partial<SiteFacts>;
}
