/** The kinds of sitemaps: `index` lists other sitemaps, `urlset` lists pages, and `text` lists one URL per line. */
export type SitemapKind = 'urlset' | 'index' | 'text';

/** An entry of a sitemap. */
export interface SitemapEntry {
  /** The URL as found, resolved if it is relative. An invalid URL is unchanged. */
  readonly url: string;
  /** The date as found, which should be a W3C date; null if there is none. */
  readonly lastmod: string | null;
  /** The page's other languages and formats, including itself if the sitemap lists it. */
  readonly alternates: readonly SitemapAlternate[];
}

/**
 * An alternate of an entry, see
 * https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap
 */
export interface SitemapAlternate {
  /** Like the URL of an entry. */
  readonly url: string;
  /** The language as found; null for another format, such as a page for phones. */
  readonly hreflang: string | null;
}
