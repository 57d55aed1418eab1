import type { Severity } from '../../audit/finding.ts';
import type { AuditReport, AuditSummary } from '../../audit/report.ts';
import { counted, number } from '../../text/number.ts';

/** Severities as reports name them to people. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
  pass: 'pass',
};

/** Where a first step is to be made that has not one cause. */
export const SEVERAL_CAUSES = 'several causes';

/** How many findings there are: `64 errors, 1 warning, 0 notices`. */
export function severityWords({
  error,
  warning,
  info,
}: Readonly<Record<'error' | 'warning' | 'info', number>>): string {
  return [counted(error, 'error'), counted(warning, 'warning'), counted(info, 'notice')].join(', ');
}

/** How many pages search engines may show: `526 of them indexable, 528 canonicalized`. */
export function indexableWords({ indexable, canonicalized }: AuditSummary): string {
  const shown = `${number(indexable)} of them indexable`;
  return canonicalized === 0 ? shown : `${shown}, ${number(canonicalized)} canonicalized`;
}

/** What became of the findings of an earlier audit; empty without one. It follows the counts of the pages. */
export function earlierWords({ known, fixed }: Pick<AuditReport, 'known' | 'fixed'>): string {
  if (known === null) return '';
  return `; earlier findings: ${number(known)} still there (hidden), ${number(fixed.length)} no longer found`;
}
