import { writeHtml } from '../html/html.ts';
import type { AuditFormat } from './format.ts';

export const html: AuditFormat = {
  name: 'html',
  summary: 'one HTML file that works offline: charts, filters, clusters, claims',
  write: (report, { write }) => writeHtml(report, { write }),
};
