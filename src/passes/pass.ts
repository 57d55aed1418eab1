import type { FactKind, SiteFacts } from '../facts/site-facts.ts';
import type { ParsedUrl } from '../url/parsed-url.ts';

/** What a pass may change, from the strictest to the loosest. */
export const PASS_CLASSES = ['preserving', 'usual', 'changing'] as const;

/**
 * - `preserving`: RFC 3986 says that the two are equivalent, or every client sends the same request.
 * - `usual`: equivalent nearly always, though no standard says so.
 * - `changing`: another URL, which may name the same resource.
 */
export type PassClass = (typeof PASS_CLASSES)[number];

/** A named pure function on a parsed URL. Its examples are its documentation and its tests. */
export interface Pass {
  /** A verb and its object, as on the command line. */
  readonly name: string;
  readonly class: PassClass;
  /** The kind of fact, or a site of a known kind, without which it does nothing; null for one that runs on every URL. */
  readonly needs: FactKind | 'site' | null;
  /** What it does, in one line. */
  readonly summary: string;
  /** The clause that it follows. */
  readonly reference: string;
  readonly examples: readonly PassExample[];
  /** The same object back where nothing is to change. Total, idempotent, linear in the URL's length. */
  readonly apply: (url: ParsedUrl, facts: SiteFacts) => ParsedUrl;
}

interface PassExample {
  readonly before: string;
  readonly after: string;
  /** What must be known for it. */
  readonly facts?: Partial<SiteFacts>;
}
