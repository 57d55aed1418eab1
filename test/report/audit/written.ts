import type { AuditReport } from '../../../src/audit/report.ts';
import type { AuditFormat } from '../../../src/report/audit/format.ts';
import { AUDIT_FORMATS } from '../../../src/report/audit/index.ts';

/** The text that a format writes for a report. */
export async function written(name: string, report: AuditReport, hasColors = false): Promise<string> {
  return (await writtenWith(name, report, hasColors)).text;
}

/** The text with its additional files and notes. */
export async function writtenWith(
  name: string,
  report: AuditReport,
  hasColors = false,
): Promise<{ readonly text: string; readonly beside: readonly string[]; readonly notes: readonly string[] }> {
  const pieces: string[] = [];
  const beside: string[] = [];
  const notes: string[] = [];
  await formatNamed(name).write(report, {
    hasColors,
    write: async (text) => {
      pieces.push(text);
    },
    writeBeside: async (number, text) => {
      beside.push(text);
      return `report-${number}.xml`;
    },
    note: (line) => void notes.push(line),
  });
  return { text: pieces.join(''), beside, notes };
}

function formatNamed(name: string): AuditFormat {
  const format = AUDIT_FORMATS.find((each) => each.name === name);
  if (format === undefined) throw new Error(`there is no format ${name}`);
  return format;
}
