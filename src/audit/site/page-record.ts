/**
 * The fields stored for a page, as JSON. All of them come from the server: texts are cut to 2048 UTF-16 code units, and
 * lists to a fixed number of items. URLs are absolute. A URL is null if it is missing, invalid or too long.
 */
export interface PageRecord {
  /** With white space collapsed, at most 500 UTF-16 code units; null if the page has no title. */
  readonly title: string | null;
  /**
   * The first `meta name=description`, with white space collapsed, at most 500 UTF-16 code units; null if the page has
   * none, or if an older version crawled it.
   */
  readonly description: string | null;
  /** The text of the first `h1`, like `description`. */
  readonly heading: string | null;
  /** The `lang` attribute of `html`, as written. */
  readonly language: string | null;
  /** The `href` of the first `base` with one, as written. */
  readonly base: string | null;
  /** The directives of `X-Robots-Tag` headers and `meta` elements. */
  readonly robots: readonly RobotsDirectives[];
  /** The canonical links of the `Link` header, then those of the HTML in document order. */
  readonly canonicals: readonly CanonicalDeclaration[];
  /** The versions in other languages: `rel=alternate` with `hreflang`. */
  readonly alternates: readonly LanguageAlternate[];
  /** The URL of `rel=next`. */
  readonly next: string | null;
  /** The URL of `rel=prev`. */
  readonly prev: string | null;
  /** The URL of `link rel=amphtml`. */
  readonly amp: string | null;
  /** The URL of `meta property=og:url`. */
  readonly openGraphUrl: string | null;
  /** Null if there is none, or if the page only reloads itself. */
  readonly refresh: RefreshDeclaration | null;
  /** Null if the response is not HTML or has no body. */
  readonly text: TextFingerprint | null;
  /** The `No-Vary-Search` header; null if it is missing or has no effect. */
  readonly noVarySearch: NoVarySearch | null;
  /** How the page that the server sent differs from this one, which a browser rendered; null if none did. */
  readonly served: ServedVersion | null;
}

/** A page as the server sent it, where a browser shows it otherwise. What is the same in both is left out. */
export interface ServedVersion {
  /** Its title; null if it has none. */
  readonly title?: string | null;
  /** Its robots directives. */
  readonly robots?: readonly RobotsDirectives[];
  /** The canonical URLs that count, as absolute URLs. */
  readonly canonicals?: readonly string[];
  /** Its versions in other languages. */
  readonly alternates?: readonly LanguageAlternate[];
  /** The number of words of its text. */
  readonly words: number;
  /** The number of different URLs that its links lead to. */
  readonly links: number;
  /** The links of the rendered page that are not in it. */
  readonly added: {
    /** How many they are. */
    readonly links: number;
    /** The URL of the first one; null if there is none. */
    readonly first: string | null;
  };
}

/** The parts of a URL's query that do not affect the response (draft-ietf-httpbis-no-vary-search). */
export interface NoVarySearch {
  /** Names of parameters as written; `all` for every parameter that is not in `except`. */
  readonly params: readonly string[] | 'all';
  /** Names of parameters that matter, if `params` is `all`. */
  readonly except: readonly string[];
  /** Whether the order of the parameters does not matter. */
  readonly keyOrder: boolean;
}

/** The directives of one `X-Robots-Tag` header or one `meta` element for one user agent. */
export interface RobotsDirectives {
  /** Whether a header or a `meta` element has them. */
  readonly from: 'header' | 'meta';
  /** The user agent's name in lower case; null for all user agents. */
  readonly agent: string | null;
  /** In lower case, with values after a colon without a space: `noindex`, `unavailable_after:25 jun 2010 15:00:00 pst`. */
  readonly directives: readonly string[];
}

/** A canonical link with its resolved URL. */
export type CanonicalDeclaration = DeclaredCanonical & {
  /** The absolute URL of `href`; null if it is invalid or too long. */
  readonly url: string | null;
};

/** A canonical link as written. */
export type DeclaredCanonical = HeaderCanonical | HtmlCanonical;

/** A canonical link in a `Link` header (RFC 8288). */
export interface HeaderCanonical {
  /** Always `header`. */
  readonly where: 'header';
  /** As written, with non-ASCII bytes percent-encoded. */
  readonly href: string;
  /** Parameters of the link that make search engines ignore it. */
  readonly attributes: readonly NotCanonical[];
  /** Always null. */
  readonly line: null;
  /** Always null. */
  readonly column: null;
  /** Always null. */
  readonly pushedBy: null;
}

/** A canonical link in a `link` element. */
export interface HtmlCanonical {
  /** Where a parser puts it by the HTML Standard, with scripting disabled. */
  readonly where: 'head' | 'body';
  /** As written, with character references decoded. */
  readonly href: string;
  /** Attributes of the link that make search engines ignore it. */
  readonly attributes: readonly NotCanonical[];
  /** Line of the tag's `<`, from 1. */
  readonly line: number;
  /** Column of the tag's `<`, from 1, in UTF-16 code units. */
  readonly column: number;
  /** What ended the head before the link; null for a link in the head. */
  readonly pushedBy: HeadEnd | null;
}

/** An attribute or parameter that makes search engines ignore a canonical link. */
export type NotCanonical = 'hreflang' | 'lang' | 'media' | 'type';

/** The tag or text that ended the head. */
export interface HeadEnd {
  /** The name of a start tag, `/` and the name of an end tag, or `#text`. */
  readonly tag: string;
  /** Its line, from 1. */
  readonly line: number;
}

/** A version of a page in another language. */
export interface LanguageAlternate {
  /** The `hreflang` as written: `de-CH`, `x-default`. */
  readonly language: string;
  /** The URL of the version. */
  readonly url: string;
}

/** A refresh that leads to another URL. */
export interface RefreshDeclaration {
  /** In whole seconds. */
  readonly delay: number;
  /** The URL that it leads to. */
  readonly url: string;
}

/**
 * A fingerprint of the text that a page shows. It ignores markup, white space and the head, and the contents of script,
 * style, noscript, template and frames.
 */
export interface TextFingerprint {
  /** 16 hexadecimal digits. Equal texts have equal hashes; collisions are negligible. */
  readonly hash: string;
  /** The number of words; a word ends at white space or a tag. */
  readonly words: number;
  /** ASCII text to compare with `similarity`. */
  readonly sketch: string;
  /**
   * 16 hexadecimal digits for the images, frames and media between the text; null if there are none, or if an older version
   * crawled the page.
   */
  readonly embedded: string | null;
}
