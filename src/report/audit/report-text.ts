import type { AuditReport } from '../../audit/report.ts';
import { didYouMean, quote } from '../../text/wording.ts';
import type { AuditFormat } from './format.ts';
import { AUDIT_FORMATS } from './index.ts';

/**
 * Returns a report as one string. If it is too long for that, or needs several files, call `write` of a format in
 * {@link AUDIT_FORMATS}.
 *
 * @param format a format of your own, or the name of a built-in one: `html`, `json`, `markdown` …
 * @throws {TypeError} if there is no format of that name
 * @throws {ReportError} if the report needs several files
 */
export async function reportText(report: AuditReport, format: string | AuditFormat): Promise<string> {
  let text = '';
  await (typeof format === 'string' ? formatNamed(format) : format).write(report, {
    hasColors: false,
    write: (piece) => {
      text += piece;
      return Promise.resolve();
    },
    writeBeside: () => Promise.resolve(null),
    note: () => {},
  });
  return text;
}

function formatNamed(name: string): AuditFormat {
  const format = AUDIT_FORMATS.find((each) => each.name === name);
  if (format !== undefined) return format;
  const names = AUDIT_FORMATS.map((each) => each.name);
  throw new TypeError(`unknown format ${quote(name)} of reportText${didYouMean(name, names)}`);
}
