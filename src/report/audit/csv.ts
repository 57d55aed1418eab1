import type { Finding } from '../../audit/finding.ts';
import { csvRow } from '../csv-row.ts';
import type { AuditFormat } from './format.ts';

/** The columns, with their values for a finding. */
const COLUMNS: Readonly<Record<string, (finding: Finding) => string | number | null>> = {
  severity: ({ severity }) => severity,
  rule: ({ rule }) => rule,
  url: ({ url }) => url,
  message: ({ message }) => message,
  cause: ({ cause }) => cause,
  status: ({ page }) => page.status,
  depth: ({ page }) => page.depth,
  inlinks: ({ page }) => page.inlinks,
  referrers: ({ page }) => page.referrers.join(' '),
  evidence: ({ evidence }) => (Object.keys(evidence).length === 0 ? null : JSON.stringify(evidence)),
  related: ({ related }) => related.join(' '),
  line: ({ line }) => line,
  key: ({ key }) => key,
  fingerprint: ({ fingerprint }) => fingerprint,
};

export const csv: AuditFormat = {
  name: 'csv',
  summary: 'a table with one row per finding (RFC 4180); cells are safe from formula injection',
  write: async ({ findings }, sink) => {
    await sink.write(csvRow(Object.keys(COLUMNS)));
    const values = Object.values(COLUMNS);
    for (const finding of findings) await sink.write(csvRow(values.map((of) => of(finding))));
  },
};
