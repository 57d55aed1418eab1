import { hostOf } from './address.ts';
import { lastingFailure } from './lasting-failure.ts';
import { oncePerSite } from './once-per-site.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';

/** What listings of sitemaps say of an entry, once for each entry. */
export interface ListedPage {
  readonly page: AuditPage;
  /** The first sitemap that lists it, and what it says there. */
  readonly sitemap: AuditPage | null;
  readonly url: string;
  readonly lastmod: string | null;
  /** Whether the sitemap may not speak for its host (sitemaps.org, "Sitemap file location"). */
  readonly isOffHost: boolean;
}

/** Entries that a sitemap lists. */
export const listedPages: (site: AuditSite) => readonly ListedPage[] = oncePerSite(readListings);

function readListings(site: AuditSite): readonly ListedPage[] {
  const listed = site.pages.flatMap((page) => {
    const [first] = page.entry.listings;
    // A sitemap that an index lists is no page.
    if (first === undefined || page.entry.role === 'sitemap') return [];
    return [{ page, sitemap: site.page(first.sitemap), url: first.url, lastmod: first.lastmod }];
  });
  const isOwn = ({ sitemap, url }: { sitemap: AuditPage | null; url: string }): boolean =>
    sitemap === null || hostOf(sitemap.url) === hostOf(url);
  // A robots.txt may name a sitemap of another host, which lists nothing of its own.
  const local = new Set(listed.filter(isOwn).map(({ sitemap }) => sitemap));
  const speaksForOthers = (sitemap: AuditPage): boolean => isNamedByRobots(sitemap, site) && !local.has(sitemap);
  return listed.map((one) => ({
    ...one,
    isOffHost: one.sitemap !== null && !isOwn(one) && !speaksForOthers(one.sitemap),
  }));
}

/** What findings about a listing have in their evidence. */
export function listingEvidence({ sitemap, lastmod }: ListedPage): { sitemap: string | null; lastmod: string | null } {
  return { sitemap: sitemap?.url ?? null, lastmod };
}

/** Why an entry is no page that a sitemap should list, as a code; null where it is one, or where that is not known. */
export function badListing({ page, isOffHost }: ListedPage, site: AuditSite): string | null {
  const { page: end } = site.end(page);
  if (isOffHost) return 'off-host';
  if (page.entry.state === 'skipped') return page.entry.reason === 'robots' ? 'robots' : null;
  if (end === null) return 'redirect-loop';
  return lastingFailure(end) ?? (end.noindex ? 'noindex' : null);
}

/** Indexes of sitemaps above a sitemap that are asked. */
const MAX_INDEX_DEPTH = 5;

function isNamedByRobots(sitemap: AuditPage, site: AuditSite): boolean {
  let file: AuditPage | null = sitemap;
  for (let depth = 0; file !== null && depth < MAX_INDEX_DEPTH; depth++) {
    if (file.entry.source === 'robots') return true;
    file = file.entry.foundOn === null ? null : site.page(file.entry.foundOn);
  }
  return false;
}
