import type { Issue } from '../finding.ts';
import { countedCanonicals } from '../site/counted-canonicals.ts';
import type { AuditPage, AuditRecord } from '../site/page.ts';
import type { CanonicalDeclaration } from '../site/page-record.ts';
import { changeBetween } from '../site/template.ts';

/** A share with two decimals, as findings give it. */
export function rounded(share: number): number {
  return Math.round(share * 100) / 100;
}

/** An issue about a page, in a list, as the check of a page returns it. */
export function pageIssue({ key }: AuditPage, issue: Omit<Issue, 'key'>): readonly Issue[] {
  return [{ ...issue, key }];
}

/** An issue about a page, with the place of a canonical link in its HTML. */
export function declarationIssue(
  page: AuditPage,
  declaration: CanonicalDeclaration | undefined,
  issue: Omit<Issue, 'key' | 'line' | 'column'>,
): readonly Issue[] {
  return pageIssue(page, { ...issue, line: declaration?.line ?? null, column: declaration?.column ?? null });
}

/** An issue about a page's canonical URL, with the place of its declaration. Its cause is how the two URLs differ. */
export function targetIssue(
  page: AuditPage,
  { canonicals }: AuditRecord,
  issue: Omit<Issue, 'key' | 'line' | 'column'>,
): readonly Issue[] {
  const { url, canonical } = page;
  const [declaration] = countedCanonicals(canonicals);
  return declarationIssue(page, declaration, {
    ...(canonical !== null && { cause: changeBetween(url, canonical.url), twin: canonical.url }),
    ...issue,
    evidence: {
      target: canonical?.url ?? null,
      declared: declaration?.href ?? null,
      where: declaration?.where ?? null,
      ...issue.evidence,
    },
  });
}
