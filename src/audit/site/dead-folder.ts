import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { folderOf, foldersAround } from './folder.ts';
import { oncePerSite } from './once-per-site.ts';
import type { AuditSite } from './site.ts';

/**
 * The outermost folder around a URL in which nothing works, as `example.com/old/*`: what was removed or renamed at once.
 *
 * @returns null if something in its folder works
 */
export function deadFolder(url: string, site: AuditSite): string | null {
  const place = placeOf(url);
  if (place === null) return null;
  const folders = [...foldersAround(place.folder), '/'];
  const dead = folders.findLast((folder) => !livingFolders(site).has(place.host + folder));
  return dead === undefined ? null : `${place.host}${dead}*`;
}

/** The folders of the pages and files that answered without an error, and those around them. */
const livingFolders = oncePerSite((site): ReadonlySet<string> => {
  const living = new Set<string>();
  for (const { url, entry } of site.pages) {
    const place = entry.state === 'done' ? placeOf(url) : null;
    if (place === null || living.has(place.host + place.folder)) continue;
    for (const folder of [...foldersAround(place.folder), '/']) living.add(place.host + folder);
  }
  return living;
});

function placeOf(url: string): { readonly host: string; readonly folder: string } | null {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError) return null;
  const port = parsed.port === null ? '' : `:${parsed.port}`;
  return { host: `${parsed.asciiHost ?? ''}${port}`, folder: folderOf(parsed.path) };
}
