import type { AuditReport } from '../../audit/report.ts';
import type { ReportFormat, ReportSink } from '../format.ts';

/** A format of audit reports. */
export interface AuditFormat extends ReportFormat<AuditReport, AuditSink> {}

/** The output of an audit report. */
export interface AuditSink extends ReportSink {
  /** Whether the output is a terminal that supports colours. */
  readonly hasColors: boolean;
}
