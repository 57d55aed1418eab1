import type { AuditPage, AuditRecord } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { similarity } from './text-sketch.ts';

/** How much of two texts must be the same for the one to stand for the other. */
const SAME_PAGE = 0.9;
/** Words that a page saying that it does not exist has at most; an article about such pages has more. */
const MAX_WORDS = 200;
const NOT_FOUND_TITLE =
  /^(?:error\s+)?404\b|^not found\b|\b(?:page|file|document) (?:was |could |can )?not (?:be )?found\b|\bseite nicht gefunden\b|\bpage (?:introuvable|non trouvée)\b|\bpágina no encontrada\b|\bpagina non trovata\b/i;

/** What shows that a page with status 200 says that it does not exist; null where nothing does. */
export function soft404Sign(page: AuditPage, record: AuditRecord | null, site: AuditSite): Soft404Sign | null {
  if (page.entry.status !== 200 || !page.isPage || isRoot(page)) return null;
  const missing = site.missingPages.get(page.entry.site);
  const score = missing?.status === 200 ? likeness(page, missing) : 0;
  if (missing !== undefined && score >= SAME_PAGE)
    return { sign: 'missing-page', probe: missing.url, similarity: score };
  const { title = null } = record ?? {};
  const isTitle = typeof title === 'string' && NOT_FOUND_TITLE.test(title.slice(0, MAX_TITLE));
  return isTitle && page.words <= MAX_WORDS ? { sign: 'title', title: title.slice(0, MAX_TITLE) } : null;
}

export type Soft404Sign =
  | { readonly sign: 'missing-page'; readonly probe: string; readonly similarity: number }
  | { readonly sign: 'title'; readonly title: string };

const MAX_TITLE = 200;

/** The home page of a site that shows it for everything is a page. */
function isRoot({ url }: AuditPage): boolean {
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
