import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import type { VariationKind } from './variation.ts';

/** Kinds with a preferred form, whatever the site links to. For the other kinds, the site's links decide. */
const HAS_BETTER_FORM: ReadonlySet<VariationKind> = new Set([
  'scheme',
  'index',
  'case',
  'slashes',
  'encoding',
  'tracking',
  'session',
  'empty-query',
]);

/**
 * Picks the page to keep among duplicates: the preferred form, else the page that the others name as canonical, else the
 * page with the most inlinks, else the first found.
 *
 * @param normal the URL that the passes of the kind make of all pages
 */
export function leaderOf(kind: VariationKind, pages: readonly AuditPage[], normal: string, site: AuditSite): AuditPage {
  const named = new Set(pages.map(({ canonical }) => canonical?.key));
  const rank = (page: AuditPage): readonly number[] => [
    HAS_BETTER_FORM.has(kind) && page.key === normal ? 0 : 1,
    named.has(page.key) ? 0 : 1,
    -site.inlinks(page),
    page.entry.id,
  ];
  return pages.reduce((best, page) => (isBefore(rank(page), rank(best)) ? page : best));
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (const [at, number] of a.entries()) {
    const other = b[at] ?? 0;
    if (number !== other) return number < other;
  }
  return false;
}
