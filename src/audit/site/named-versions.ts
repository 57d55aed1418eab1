import { oncePerSite } from './once-per-site.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';

/**
 * For each page, those that it names as its version in another language, its AMP version, or the next or previous page of
 * a list, with those that these redirect to.
 */
export const namedVersions: (site: AuditSite) => ReadonlyMap<AuditPage, readonly AuditPage[]> = oncePerSite((site) => {
  const versions = new Map<AuditPage, readonly AuditPage[]>();
  for (const page of site.pages) {
    const record = page.isPage ? site.record(page) : null;
    if (record === null) continue;
    const { alternates, amp, next, prev } = record;
    const others = [amp, next, prev].filter((url) => url !== null);
    if (alternates.length + others.length === 0) continue;
    const named = [...alternates.map(({ url }) => url), ...others]
      .flatMap((url) => site.pageAt(url) ?? [])
      .flatMap((one) => {
        const { page: end, chain } = site.end(one);
        return [one, ...chain, ...(end === null ? [] : [end])];
      });
    if (named.length > 0) versions.set(page, named);
  }
  return versions;
});
