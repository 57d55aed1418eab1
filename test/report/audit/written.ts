import type { AuditReport } from '../../../src/audit/report.ts';
import type { AuditFormat } from '../../../src/report/audit/format.ts';
import { AUDIT_FORMATS } from '../../../src/report/audit/index.ts';

/** What a format makes of a report. */
export async function written(name: string, report: AuditReport, hasColours = false): Promise<string> {
  const pieces: string[] = [];
  await formatNamed(name).write(report, {
    hasColours,
    write: async (text) => {
      pieces.push(text);
    },
  });
  return pieces.join('');
}

function formatNamed(name: string): AuditFormat {
  const format = AUDIT_FORMATS.find((each) => each.name === name);
  if (format === undefined) throw new Error(`there is no format ${name}`);
  return format;
}
