import { domainOf } from '../site/address.ts';
import { oncePerSite } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { errorPageSign } from './soft-404.ts';

/** Shorter texts prove nothing: pages without content of their own share their menus. */
const MIN_WORDS = 10;

/** Groups of pages of one registrable domain with the same text, without error pages. */
export const sameTexts: (site: AuditSite) => readonly (readonly AuditPage[])[] = oncePerSite((site) => {
  const pages = site.pages.filter(
    ({ isPage, text, words, entry }) => isPage && text !== null && words >= MIN_WORDS && entry.status === 200,
  );
  const isShown = (page: AuditPage): boolean => errorPageSign(page, site) === null;
  return [...Map.groupBy(pages, ({ text }) => text).values()].flatMap((same) => {
    if (same.length === 1) return [];
    const groups = Map.groupBy(same.filter(isShown), (page) => domainOf(page, site));
    return [...groups.values()].filter(({ length }) => length > 1);
  });
});
