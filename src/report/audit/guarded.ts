import { DustpanError } from '../../error.ts';
import { thrown } from '../../text/wording.ts';
import { ReportError } from '../format.ts';
import type { AuditFormat } from './format.ts';

/** A format of the user. What it throws becomes a {@link ReportError} that names the format. */
export function guardedFormat(format: AuditFormat): AuditFormat {
  const { name, summary } = format;
  return {
    name,
    summary,
    write: async (report, sink) => {
      try {
        await format.write(report, sink);
      } catch (error) {
        if (error instanceof DustpanError) throw error;
        throw new ReportError('format-failed', `the report format ${name} threw ${thrown(error)}; correct the format`);
      }
    },
  };
}
