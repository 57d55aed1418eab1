import type { CanonFlags } from '../options/canon-options.ts';

/** The input of the process that renders a report, passed as JSON. */
export interface ReportOrder {
  readonly database: string;
  readonly given: Pick<CanonFlags, 'params' | 'config'>;
  readonly revision: string;
  /** ISO 8601. */
  readonly createdAt: string;
}
