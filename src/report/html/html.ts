import type { AuditReport } from '../../audit/report.ts';
import type { ReportFiles } from '../format.ts';
import { page } from './page.ts';

/**
 * Writes an audit as one HTML document that works offline: it contains everything it needs, and its policy lets it load
 * nothing else.
 */
export async function writeHtml(report: AuditReport, files: Pick<ReportFiles, 'write'>): Promise<void> {
  for await (const part of page(report)) await files.write(part);
}
