import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';

/**
 * The entry that a page names as its canonical URL, where that is another one. Null where it is unknown: nothing is said
 * of a target that was never fetched.
 */
export function canonicalTarget({ key, canonical }: AuditPage, site: AuditSite): AuditPage | null {
  if (canonical === null || canonical.key === key) return null;
  const target = site.page(canonical.key);
  return target === null || !wasFetched(target) ? null : target;
}

/** Whether the entry's outcome is known. */
export function wasFetched({ entry }: AuditPage): boolean {
  return entry.state === 'done' || entry.state === 'failed';
}
