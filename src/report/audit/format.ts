import type { AuditReport } from '../../audit/report.ts';

/** A way to write down what an audit found. */
export interface AuditFormat {
  readonly name: string;
  readonly summary: string;
  /** Writes the report piece by piece. */
  readonly write: (report: AuditReport, sink: AuditSink) => Promise<void>;
}

/** Where a report goes. */
interface AuditSink {
  /** Adds to the report, and waits where its reader is slow. */
  readonly write: (text: string) => Promise<void>;
  /** Whether a terminal shows it that knows colours. */
  readonly hasColours: boolean;
}
