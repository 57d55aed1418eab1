import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import type { VariationKind } from './variation.ts';

/** Where one of the forms is the better one, whatever the site links to. Which one it is of the others, the site decides. */
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
 * The page to keep of several that are one: the one in the better form, that which the others name as canonical, the one
 * with the most links, the first found.
 *
 * @param normal what the passes of the kind make of all their URLs
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
