/** `index` names further sitemaps, the others name pages; `text` is a URL a line. */
export type SitemapKind = 'urlset' | 'index' | 'text';

export interface SitemapEntry {
  /** As found, resolved where it is relative; what is no URL is as it stands. */
  readonly url: string;
  /** As found, a W3C date where the site keeps to the protocol; null where there is none. */
  readonly lastmod: string | null;
  /** The page's other languages and forms, itself among them where the sitemap says so. */
  readonly alternates: readonly SitemapAlternate[];
}

/** https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap */
export interface SitemapAlternate {
  /** As an entry's. */
  readonly url: string;
  /** As found; null for a page that is no other language but another form, such as for phones. */
  readonly hreflang: string | null;
}
