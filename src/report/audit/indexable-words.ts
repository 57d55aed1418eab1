import type { AuditSummary } from '../../audit/report.ts';

/** How many pages search engines may show: `526 of them indexable, 528 canonicalized`. */
export function indexableWords({ indexable, canonicalized }: AuditSummary): string {
  const shown = `${indexable} of them indexable`;
  return canonicalized === 0 ? shown : `${shown}, ${canonicalized} canonicalized`;
}
