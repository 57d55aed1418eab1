import type { AuditSummary } from '../../audit/report.ts';
import { number } from '../../text/number.ts';

/** How many pages search engines may show: `526 of them indexable, 528 canonicalized`. */
export function indexableWords({ indexable, canonicalized }: AuditSummary): string {
  const shown = `${number(indexable)} of them indexable`;
  return canonicalized === 0 ? shown : `${shown}, ${number(canonicalized)} canonicalized`;
}
