import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** What the action reads of a report in JSON. */
export interface Report {
  readonly findings: readonly { readonly fingerprint: string; readonly rule: string }[];
  /** The fingerprints of known findings that are gone. */
  readonly fixed: readonly string[];
  /** How many known findings are left out; null without a baseline. */
  readonly known: number | null;
  readonly history: unknown;
}

/** Reads a report that `dustpan audit` has written. */
export function readReport(file: string): Report {
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  return report;
}

/** Writes the findings that the next run knows: the known ones that are still there, and the new ones. */
export function keepFindings(baseline: string, { findings, fixed, history }: Report): void {
  const gone = new Set(fixed);
  const known = existsSync(baseline) ? readReport(baseline).findings : [];
  const kept = [...known.filter(({ fingerprint }) => !gone.has(fingerprint)), ...findings];
  const rows = kept.map(({ fingerprint, rule }) => ({ fingerprint, rule }));
  writeFileSync(baseline, JSON.stringify({ findings: rows, history }));
}
