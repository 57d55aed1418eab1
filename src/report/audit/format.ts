import type { AuditReport } from '../../audit/report.ts';
import type { ReportFiles } from '../format.ts';

/** A format of audit reports. */
export interface AuditFormat {
  /** As `--format` takes it. */
  readonly name: string;
  /** A description for the help text. */
  readonly summary: string;
  /**
   * Writes the report piece by piece.
   *
   * @throws {ReportError} if the report needs several files and does not go to a file
   */
  readonly write: (report: AuditReport, sink: AuditSink) => Promise<void>;
}

/** The output of an audit report. */
interface AuditSink extends ReportFiles {
  /** Takes notes for the user, such as how many URLs were left out: lines that are safe for a terminal. */
  readonly note: (line: string) => void;
  /** Whether the output is a terminal that supports colours. */
  readonly hasColors: boolean;
}
