import type { CanonFlags } from '../options/canon-options.ts';

/** The report that the process beside is to make. JSON. */
export interface ReportOrder {
  readonly database: string;
  readonly given: Pick<CanonFlags, 'params' | 'config'>;
  readonly revision: string;
  /** ISO 8601. */
  readonly createdAt: string;
}
