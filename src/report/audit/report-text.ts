import type { AuditReport } from '../../audit/report.ts';
import { didYouMean, quote } from '../../text/wording.ts';
import { AUDIT_FORMATS } from './index.ts';

/**
 * Returns a report as one string. If it is too long for that, or needs several files, call `write` of a format in
 * {@link AUDIT_FORMATS}.
 *
 * @param name the name of a format: `html`, `json`, `markdown` …
 * @throws {TypeError} if there is no format of that name
 * @throws {ReportError} if the report needs several files
 */
export async function reportText(report: AuditReport, name: string): Promise<string> {
  const format = AUDIT_FORMATS.find((each) => each.name === name);
  if (format === undefined) {
    const names = AUDIT_FORMATS.map((each) => each.name);
    throw new TypeError(`unknown format ${quote(name)} of reportText${didYouMean(name, names)}`);
  }
  let text = '';
  await format.write(report, {
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
