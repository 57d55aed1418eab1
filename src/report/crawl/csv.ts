import { readRecord } from '../../audit/site/page.ts';
import { csvRow } from '../csv-row.ts';
import type { ReportEntry, ReportFormat } from '../format.ts';

const COLUMNS = [
  'url',
  'key',
  'state',
  'status',
  'depth',
  'contentType',
  'source',
  'foundOn',
  'aliasOf',
  'aliasBy',
  'reason',
  'title',
  'canonical',
] as const;

export const csv: ReportFormat = {
  name: 'csv',
  summary: `a table (RFC 4180): ${COLUMNS.join(', ')}; cells are safe from formula injection`,
  write: async (crawl, sink) => {
    await sink.write(csvRow(COLUMNS));
    for await (const entry of crawl.entries()) await sink.write(row(entry));
  },
};

function row(entry: ReportEntry): string {
  const record = readRecord(entry);
  // Search engines ignore canonical links in the body.
  const declared = record?.canonicals.find(({ where, url }) => where !== 'body' && url !== null);
  const values = { ...entry, title: record?.title ?? null, canonical: declared?.url ?? null };
  return csvRow(COLUMNS.map((column) => values[column]));
}
