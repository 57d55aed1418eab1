import type { Finding } from '../../../../audit/finding.ts';
import { csvRow } from '../../../csv-row.ts';

/** What a cell holds of a finding. */
const COLUMNS: Readonly<Record<string, (finding: Finding) => string | number | null>> = {
  severity: ({ severity }) => severity,
  rule: ({ rule }) => rule,
  url: ({ url }) => url,
  message: ({ message }) => message,
  status: ({ page }) => page.status,
  depth: ({ page }) => page.depth,
  inlinks: ({ page }) => page.inlinks,
  line: ({ line }) => line,
  column: ({ column }) => column,
  cause: ({ cause }) => cause,
  evidence: ({ evidence }) => JSON.stringify(evidence),
  related: ({ related }) => related.join(' '),
  key: ({ key }) => key,
  fingerprint: ({ fingerprint }) => fingerprint,
};

/** A table for a spreadsheet (RFC 4180). */
export function findingsCsv(findings: readonly Finding[]): string {
  const cells = Object.values(COLUMNS);
  return [Object.keys(COLUMNS), ...findings.map((finding) => cells.map((of) => of(finding)))].map(csvRow).join('');
}
