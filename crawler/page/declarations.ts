import type { DeclaredCanonical, NotCanonical, RobotsDirectives } from '../../src/audit/site/page-record.ts';
import type { Refresh } from './refresh.ts';
import type { Relation } from './relation.ts';

/** The declarations in headers or tags. URLs are as found: not resolved and not trimmed. */
export interface Declarations {
  /**
   * The links of `a`, `area` and frames in document order, each URL as found with whether every link to it is
   * `rel=nofollow`. Menus repeat links, so each is kept once.
   */
  readonly links: ReadonlyMap<string, boolean>;
  /** The declared canonical URLs, at most `MAX_CANONICALS`. */
  readonly canonicals: readonly DeclaredCanonical[];
  /** The related pages and feeds, at most `MAX_RELATED`. */
  readonly related: readonly RelatedLink[];
  /** The first refresh with a target; null if there is none. */
  readonly refresh: Refresh | null;
  /** The robots directives, at most `MAX_ROBOTS`. */
  readonly robots: readonly RobotsDirectives[];
}

/** A link to a related page. */
export interface RelatedLink {
  /** The URL as found. */
  readonly href: string;
  readonly relations: readonly Relation[];
  /** The declared language; null if there is none. */
  readonly hreflang: string | null;
  /** Whether it is `rel=nofollow`. */
  readonly nofollow: boolean;
}

/** How many declarations are read. Honest pages have fewer, and further ones are ignored. */
export const MAX_CANONICALS = 16;
export const MAX_RELATED = 500;
export const MAX_ROBOTS = 16;

const NOT_CANONICAL: readonly NotCanonical[] = ['hreflang', 'lang', 'media', 'type'];

/** The attributes or parameters that a canonical must not have. */
export function notCanonical(attributes: Pick<ReadonlyMap<string, string>, 'has'>): readonly NotCanonical[] {
  return NOT_CANONICAL.filter((name) => attributes.has(name));
}
