import { isSameSite } from './address.ts';
import { oncePerSite } from './once-per-site.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';
import { canonicalTarget } from './target.ts';

/** For each page, the pages of the same site that name it as their canonical URL. */
export const declarers: (site: AuditSite) => ReadonlyMap<AuditPage, readonly AuditPage[]> = oncePerSite((site) => {
  const byTarget = new Map<AuditPage, AuditPage[]>();
  for (const page of site.pages) {
    const target = canonicalTarget(page, site);
    if (target === null || !isSameSite(page.url, target.url)) continue;
    const known = byTarget.get(target);
    if (known === undefined) byTarget.set(target, [page]);
    else known.push(page);
  }
  return byTarget;
});
