import type { Key } from '../../canon/key.ts';

/** The fields of a frontier's entry that an audit uses. */
export interface AuditEntry {
  /** Number of the entry, in order of discovery. */
  readonly id: number;
  /** The canonical key, the same for all spellings. */
  readonly key: Key;
  /** The first URL found for the entry, as written. */
  readonly url: string;
  /**
   * What is fetched instead of `url`: the last target of redirects within the key, or another spelling because `url`
   * led to no page. Null if `url` is fetched.
   */
  readonly finalUrl: string | null;
  /**
   * Why `url` led to no page, if another spelling was fetched instead: how it failed, such as `http-404`, or the status of
   * its redirect to another key, such as `http-302`. Otherwise null.
   */
  readonly firstFailure: string | null;
  /** Host with port. */
  readonly site: string;
  /** `queued`, `leased`, `done`, `failed` or `skipped`. */
  readonly state: string;
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  /** Links from a seed. */
  readonly depth: number;
  /** The `Content-Type` of the response; null if there is none. */
  readonly contentType: string | null;
  /** Hash of the response body; null if there is none. */
  readonly digest: string | null;
  /** `page` or `sitemap`. */
  readonly role: string;
  /** Where the crawl found the URL: `seed`, `link`, `canonical`, `redirect` … */
  readonly source: string;
  /** The key of the page or sitemap that led to the entry; null for seeds. */
  readonly foundOn: Key | null;
  /** The key of the entry that this entry duplicates; null if it is not an alias. */
  readonly aliasOf: Key | null;
  /** Why it is an alias: `redirect`, `canonical` or `equivalence`. */
  readonly aliasBy: string | null;
  /** The URL that it redirects to, as the server named it; null if it does not redirect, or if that is not known. */
  readonly location: string | null;
  /** The skip or failure reason as a code, or a note on a fetched page, such as `truncated`. */
  readonly reason: string | null;
  /** When the response arrived, in milliseconds since the epoch; null if there is none. Null by default. */
  readonly fetchedAt?: number | null;
  /** Facts about the fetched page; null if there are none. */
  readonly details: {
    /** Fingerprint of the text. */
    readonly text: string | null;
    /** Sketch of the text, for `similarity`. */
    readonly sketch: string | null;
    /** JSON of a `PageRecord`, with `words` in place of its text fingerprint. */
    readonly record: string | null;
    /** The `Last-Modified` header of the response. */
    readonly lastModified: string | null;
  } | null;
  /** The other URLs found for the entry. */
  readonly spellings: readonly {
    /** As written. */
    readonly url: string;
    /** The pass that it is attributed to; null for targets of redirects. */
    readonly pass: string | null;
  }[];
  /** The sitemaps that list the entry. */
  readonly listings: readonly {
    /** The key of the sitemap. */
    readonly sitemap: Key;
    /** As written there. */
    readonly url: string;
    /** As written there; null if there is none. */
    readonly lastmod: string | null;
  }[];
}

/** The links of one page. */
export interface PageLinks {
  /** The `id` of the linking entry. */
  readonly from: number;
  /** The linked entries. */
  readonly to: readonly {
    /** The `id` of the entry. */
    readonly id: number;
    /** The URL as written in the link; null if it is the entry's `url`. */
    readonly url: string | null;
  }[];
}
