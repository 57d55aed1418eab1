import type { UnstoredFlags } from '../options/canon-options.ts';

/** The input of the process that renders a report, passed as JSON. */
export interface ReportOrder {
  readonly database: string;
  readonly given: UnstoredFlags;
  readonly revision: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The start of each line that the process writes to standard error for the user, although it rendered the report. */
export const COMPLAINT = 'dustpan: ';
