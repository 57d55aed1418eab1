import type { AuditReport } from '../../audit/report.ts';
import { didYouMean, quote } from '../../text/wording.ts';
import { AUDIT_FORMATS } from './index.ts';

/**
 * A report as the text of one file. Formats write a long report piece by piece instead, and some of them several files: see
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
