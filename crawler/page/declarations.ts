import type { DeclaredCanonical, NotCanonical, RobotsDirectives } from '../../src/audit/site/page-record.ts';
import type { Refresh } from './refresh.ts';
import type { Relation } from './relation.ts';

/** What headers or tags say of a page. URLs are as found, nothing is resolved or trimmed. */
export interface Declarations {
  /** Of `a` and `area`, in document order, repeated ones repeated. */
  readonly links: readonly HtmlLink[];
  readonly canonicals: readonly DeclaredCanonical[];
  readonly related: readonly RelatedLink[];
  /** The first that goes anywhere. */
  readonly refresh: Refresh | null;
  readonly robots: readonly RobotsDirectives[];
}

export interface HtmlLink {
  readonly href: string;
  readonly nofollow: boolean;
}

/** A link to another page that belongs to this one. */
export interface RelatedLink {
  readonly href: string;
  readonly relations: readonly Relation[];
  readonly hreflang: string | null;
  readonly nofollow: boolean;
}

/** More than honest pages declare; what goes beyond is passed over. */
export const MAX_CANONICALS = 16;
export const MAX_RELATED = 500;
export const MAX_ROBOTS = 16;

const NOT_CANONICAL: readonly NotCanonical[] = ['hreflang', 'lang', 'media', 'type'];

/** Those attributes or parameters of a canonical that it may not have. */
export function notCanonical(attributes: ReadonlyMap<string, string>): readonly NotCanonical[] {
  return NOT_CANONICAL.filter((name) => attributes.has(name));
}
