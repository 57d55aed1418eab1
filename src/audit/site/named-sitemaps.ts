import type { Key } from '../../canon/key.ts';
import { orNull } from '../../url/error.ts';
import { resolve } from '../../url/resolve.ts';
import { oncePerSite } from './once-per-site.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite, SitemapLine } from './site.ts';

/** How many levels of sitemap indexes to follow upwards. */
const MAX_INDEX_DEPTH = 5;

/** The URL that a line names: that of a path alone is on the host of the robots.txt. Null if it names none. */
export function sitemapUrl({ robots, url, isFull }: SitemapLine): string | null {
  if (isFull) return url;
  return url.startsWith('/') ? orNull(resolve(url, robots)) : null;
}

/** The robots.txt lines that name each sitemap, by its key. */
export const linesNaming: (site: AuditSite) => ReadonlyMap<Key | null, readonly SitemapLine[]> = oncePerSite((site) =>
  Map.groupBy(site.sitemapLines, (line) => {
    const url = sitemapUrl(line);
    return url === null ? null : site.keys.key(url);
  }),
);

/** A sitemap, then the index on which it was found, the index of that index, and so on. */
export function sitemapAndIndexes(sitemap: AuditPage, site: AuditSite): readonly AuditPage[] {
  const files: AuditPage[] = [];
  let file: AuditPage | null = sitemap;
  while (file !== null && files.length < MAX_INDEX_DEPTH) {
    files.push(file);
    file = file.entry.foundOn === null ? null : site.page(file.entry.foundOn);
  }
  return files;
}
