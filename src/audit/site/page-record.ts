/**
 * What an audit needs to know of one page, as JSON. All of it is what a server sent: texts are cut to 2048 UTF-16 units
 * and lists to a fixed number of entries. A URL is absolute; null stands for none, for what cannot be resolved to one,
 * and for one longer than that.
 */
export interface PageRecord {
  /** White space collapsed, at most 500 UTF-16 units; null where the page has no title. */
  readonly title: string | null;
  /** The `lang` of `html`, as written. */
  readonly language: string | null;
  /** The `href` of the first `base` that has one, as written. */
  readonly base: string | null;
  readonly robots: readonly RobotsDirectives[];
  /** Those of the `Link` header, then those of the page in its order. */
  readonly canonicals: readonly CanonicalDeclaration[];
  readonly alternates: readonly LanguageAlternate[];
  readonly next: string | null;
  readonly prev: string | null;
  /** Of `link rel=amphtml`. */
  readonly amp: string | null;
  /** Of `meta property=og:url`. */
  readonly openGraphUrl: string | null;
  /** Null also where the page only reloads itself. */
  readonly refresh: RefreshDeclaration | null;
  /** Null where the response is not HTML, or has no body. */
  readonly text: TextFingerprint | null;
  /** Of the `No-Vary-Search` header; null where it says nothing. */
  readonly noVarySearch: NoVarySearch | null;
}

/** What parts of a URL's query a response does not depend on (draft-ietf-httpbis-no-vary-search). */
export interface NoVarySearch {
  /** Names of parameters as written; `all` for those that `except` does not name. */
  readonly params: readonly string[] | 'all';
  readonly except: readonly string[];
  /** Whether the order of the parameters is of no account. */
  readonly keyOrder: boolean;
}

/** The directives of one `X-Robots-Tag` or of one `meta` element for one user agent. */
export interface RobotsDirectives {
  readonly from: 'header' | 'meta';
  /** The user agent's name in lower case; null for all of them. */
  readonly agent: string | null;
  /** In lower case, a value behind a colon without space: `noindex`, `unavailable_after:25 jun 2010 15:00:00 pst`. */
  readonly directives: readonly string[];
}

export type CanonicalDeclaration = DeclaredCanonical & {
  /** What `href` resolves to. */
  readonly url: string | null;
};

/** A canonical as it stands there. */
export type DeclaredCanonical = HeaderCanonical | HtmlCanonical;

/** Of a `Link` header (RFC 8288). */
interface HeaderCanonical {
  readonly where: 'header';
  /** As written; bytes beyond ASCII as escapes. */
  readonly href: string;
  readonly attributes: readonly NotCanonical[];
  readonly line: null;
  readonly column: null;
  readonly pushedBy: null;
}

/** Of a `link` element. */
interface HtmlCanonical {
  /** Where the HTML Standard's parser puts it with scripting off. */
  readonly where: 'head' | 'body';
  /** As written, character references decoded. */
  readonly href: string;
  readonly attributes: readonly NotCanonical[];
  /** Of the tag's `<`, from 1. */
  readonly line: number;
  /** Of the tag's `<`, from 1, in UTF-16 units. */
  readonly column: number;
  /** What ended the head in front of a canonical in the body. */
  readonly pushedBy: HeadEnd | null;
}

/** An attribute or parameter with which search engines do not take a canonical for one. */
export type NotCanonical = 'hreflang' | 'lang' | 'media' | 'type';

export interface HeadEnd {
  /** The name of a start tag, `/` and the name of an end tag, or `#text`. */
  readonly tag: string;
  /** From 1. */
  readonly line: number;
}

export interface LanguageAlternate {
  /** As written: `de-CH`, `x-default`. */
  readonly language: string;
  readonly url: string;
}

export interface RefreshDeclaration {
  /** Whole seconds. */
  readonly delay: number;
  readonly url: string;
}

/**
 * Of the text that a page shows, the same for pages of the same text: markup, white space and the head do not count,
 * nor do script, style, noscript, template and frames.
 */
export interface TextFingerprint {
  /** 16 hexadecimal digits: the same for the same text, and by chance for no other. */
  readonly hash: string;
  /** The length of the text; a word ends at white space or a tag. */
  readonly words: number;
  /** ASCII text for `similarity`. */
  readonly sketch: string;
}
