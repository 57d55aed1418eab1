import { orNull, UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { folderOf, foldersAround } from '../site/folder.ts';
import { oncePerPage, oncePerSite } from '../site/once-per-site.ts';
import type { AuditPage, AuditRecord } from '../site/page.ts';
import type { AuditSite, MissingPage } from '../site/site.ts';
import { similarity } from './text-sketch.ts';

/** The similarity from which two texts count as the same page. */
const SAME_PAGE = 0.9;
/** The longest text of an error page. Longer texts may be articles about error pages. */
const MAX_WORDS = 200;
const NOT_FOUND_TITLE =
  /^error\s+404\b|^404\s*(?:$|[-–—:|·•.!([/](?!\s*\d)|(?:error|page|file|not|sorry|fehler|seite|nicht|erreur|página|pagina|non)\b)|^not found\b|\b(?:page|file|document|product|item|article) (?:was |could |can )?not (?:be )?found\b|\b(?:seite|produkt|artikel) nicht gefunden\b|\b(?:page|produit|article) (?:introuvable|non trouvée?)(?!\p{L})|\bpágina no encontrada\b|\bpagina non trovata\b/iu;

/** The sign that a page with status 200 is an error page; null if there is none. */
export function soft404Sign(page: AuditPage, record: AuditRecord | null, site: AuditSite): Soft404Sign | null {
  const { url, entry, isPage } = page;
  if (entry.status !== 200 || !isPage || isRoot(url)) return null;
  for (const missing of missingPagesAround(page, site)) {
    const score = likeness(page, missing);
    if (score >= SAME_PAGE) return { sign: 'missing-page', probe: missing.url, similarity: score };
  }
  const title = record === null ? null : errorTitle(url, record);
  return title === null ? null : { sign: 'title', title };
}

/** The title, or its start, by which a page with status 200 says that it does not exist; null if it does not say so. */
export function errorTitle(url: string, { title, words }: Pick<AuditRecord, 'title' | 'words'>): string | null {
  const start = title?.slice(0, MAX_TITLE) ?? null;
  if (start === null || isRoot(url) || (words ?? 0) > MAX_WORDS) return null;
  return NOT_FOUND_TITLE.test(start) ? start : null;
}

/** {@link soft404Sign} with the record of the page. Found once: many rules and pages ask about the same page. */
export const errorPageSign: (page: AuditPage, site: AuditSite) => Soft404Sign | null = oncePerPage((page, site) =>
  soft404Sign(page, site.record(page), site),
);

/** Either the text resembles the response to a path that cannot exist (`probe`), or the title says `not found`. */
export type Soft404Sign =
  | { readonly sign: 'missing-page'; readonly probe: string; readonly similarity: number }
  | { readonly sign: 'title'; readonly title: string };

const MAX_TITLE = 200;

/** The pages that the site shows with status 200 for paths that cannot exist in the page's folders. */
function missingPagesAround({ url, entry }: AuditPage, site: AuditSite): readonly MissingPage[] {
  const { missingPages } = site;
  if (missingPages.size === 0) return [];
  const parsed = parseUrl(url);
  const folders = parsed instanceof UrlError ? [] : foldersAround(folderOf(parsed.path));
  const names = folders.map((folder) => entry.site + folder).filter((name) => hasOtherPages(site).has(name));
  return [...names, entry.site].flatMap((name) => missingPages.get(name) ?? []).filter(({ status }) => status === 200);
}

/**
 * The folders that show other pages too. A folder whose pages all look like the missing one sends a shell that scripts
 * fill.
 */
const hasOtherPages: (site: AuditSite) => ReadonlySet<string> = oncePerSite((site) => {
  const names = new Set<string>();
  for (const page of site.pages) {
    const parsed = page.isPage && page.entry.status === 200 ? orNull(parseUrl(page.url)) : null;
    if (parsed === null) continue;
    for (const folder of foldersAround(folderOf(parsed.path))) {
      const name = page.entry.site + folder;
      const missing = names.has(name) ? undefined : site.missingPages.get(name);
      if (missing !== undefined && likeness(page, missing) < SAME_PAGE) names.add(name);
    }
  }
  return names;
});

/** Home pages never count as error pages: a site may show its home page for every path. */
function isRoot(url: string): boolean {
  return /^https?:\/\/[^/?#]*\/?(?:[?#]|$)/i.test(url);
}

function likeness(
  { text, entry }: AuditPage,
  missing: { readonly text: string | null; readonly sketch: string | null },
): number {
  if (text !== null && text === missing.text) return 1;
  const sketch = entry.details?.sketch ?? null;
  return text === null || sketch === null || missing.sketch === null ? 0 : similarity(sketch, missing.sketch);
}
