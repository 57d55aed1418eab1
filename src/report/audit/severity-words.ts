import type { Severity } from '../../audit/finding.ts';

/** Severities as reports name them to people. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
  pass: 'pass',
};
