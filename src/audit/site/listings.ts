import { hostOf } from './address.ts';
import { failureAt, isDisallowedSpelling } from './lasting-failure.ts';
import { linesNaming, sitemapAndIndexes } from './named-sitemaps.ts';
import { oncePerSite } from './once-per-site.ts';
import { type AuditPage, isMistakenSitemap } from './page.ts';
import type { AuditSite } from './site.ts';

/** An entry that sitemaps list, with its first listing. */
export interface ListedPage {
  readonly page: AuditPage;
  /** The first sitemap that lists it; null if the crawl has no entry for the sitemap. */
  readonly sitemap: AuditPage | null;
  /** As written in the sitemap. */
  readonly url: string;
  /** As written in the sitemap; null if there is none. */
  readonly lastmod: string | null;
  /** Whether the sitemap must not list URLs of this host (sitemaps.org, "Sitemap file location"). */
  readonly isOffHost: boolean;
}

/** The entries that sitemaps list. */
export const listedPages: (site: AuditSite) => readonly ListedPage[] = oncePerSite(readListings);

function readListings(site: AuditSite): readonly ListedPage[] {
  const listed = site.pages.flatMap((page) => {
    const [first] = page.entry.listings;
    // A sitemap index lists sitemaps, not pages.
    if (first === undefined || page.entry.role === 'sitemap' || isMistakenSitemap(page.entry)) return [];
    return [{ page, sitemap: site.page(first.sitemap), url: first.url, lastmod: first.lastmod }];
  });
  const isOwn = ({ sitemap, url }: { sitemap: AuditPage | null; url: string }): boolean =>
    sitemap === null || hostOf(sitemap.url) === hostOf(url);
  // A robots.txt may name a sitemap on another host, if that sitemap lists no URLs of its own host.
  const local = new Set(listed.filter(isOwn).map(({ sitemap }) => sitemap));
  const speaksForOthers = (sitemap: AuditPage): boolean => isNamedByRobots(sitemap, site) && !local.has(sitemap);
  const mayList = (sitemap: AuditPage, url: string): boolean =>
    speaksForOthers(sitemap) || isNamedByHost(hostOf(url), sitemap, site);
  return listed.map((one) => ({
    ...one,
    isOffHost: one.sitemap !== null && !isOwn(one) && !mayList(one.sitemap, one.url),
  }));
}

/** The evidence that all findings about a listing share. */
export function listingEvidence({ sitemap, lastmod }: ListedPage): { sitemap: string | null; lastmod: string | null } {
  return { sitemap: sitemap?.url ?? null, lastmod };
}

/** Why a sitemap should not list an entry, as a code; null if it may, or if that is unknown. */
export function badListing({ page, url, isOffHost }: ListedPage, site: AuditSite): string | null {
  const { page: end } = site.end(page);
  if (isOffHost) return 'off-host';
  // The crawl may have merged it with a page before it checked robots.txt for it.
  if (site.robotsRule(url) !== null) return 'robots';
  if (page.entry.state === 'skipped') return page.entry.reason === 'robots' ? 'robots' : null;
  if (isDisallowedSpelling(page, url, site.keys)) return 'robots';
  if (end === null) return 'redirect-loop';
  return failureAt(page, url, site)?.reason ?? (end.noindex ? 'noindex' : null);
}

function isNamedByRobots(sitemap: AuditPage, site: AuditSite): boolean {
  return sitemapAndIndexes(sitemap, site).some(({ entry }) => entry.source === 'robots');
}

/** Whether the robots.txt of a host names a sitemap or an index that leads to it. */
function isNamedByHost(host: string | null, sitemap: AuditPage, site: AuditSite): boolean {
  const lines = linesNaming(site);
  return sitemapAndIndexes(sitemap, site).some(({ key }) =>
    lines.get(key)?.some(({ robots }) => hostOf(robots) === host),
  );
}
