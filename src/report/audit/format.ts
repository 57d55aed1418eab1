import type { AuditReport } from '../../audit/report.ts';
import type { ReportFiles } from '../format.ts';

/** A way to write down what an audit found. */
export interface AuditFormat {
  readonly name: string;
  readonly summary: string;
  /** Writes the report piece by piece. */
  readonly write: (report: AuditReport, sink: AuditSink) => Promise<void>;
}

/** Where a report goes. */
interface AuditSink extends ReportFiles {
  /** Takes what is to be said of the report, such as what was left out: a line fit for a terminal. */
  readonly note: (line: string) => void;
  /** Whether a terminal shows it that knows colours. */
  readonly hasColours: boolean;
}
