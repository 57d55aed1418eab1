import type { Issue } from '../finding.ts';
import { type AuditPage, type AuditRecord, countedCanonicals } from './page.ts';
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

/** Says something of a page's canonical URL, with where it is declared. */
export function targetRemark(
  page: AuditPage,
  record: AuditRecord,
  issue: Omit<Issue, 'key' | 'line' | 'column'>,
): Issue {
  const declaration = countedCanonicals(record.canonicals)[0];
  return {
    ...issue,
    key: page.key,
    evidence: {
      target: page.canonical?.url ?? null,
      declared: declaration?.href ?? null,
      where: declaration?.where ?? null,
      ...issue.evidence,
    },
    line: declaration?.line ?? null,
    column: declaration?.column ?? null,
  };
}
