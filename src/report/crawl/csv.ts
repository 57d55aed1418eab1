import { declaredCanonical } from '../../audit/site/counted-canonicals.ts';
import { nameOf } from '../../audit/site/landing.ts';
import { readRecord } from '../../audit/site/page.ts';
import { csvRow } from '../csv-row.ts';
import type { ReportEntry, ReportFormat } from '../format.ts';
import { fieldsOf } from './fields.ts';

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
  summary: `a table (RFC 4180): ${COLUMNS.join(', ')}, and a column for each --select of the crawl, with | between several values; cells are safe from formula injection`,
  write: async (crawl, sink) => {
    const fields = await crawl.fields();
    // A field may take the place of the title or the canonical URL.
    const columns = [...new Set([...COLUMNS, ...fields])];
    await sink.write(csvRow(columns));
    for await (const entry of crawl.entries()) await sink.write(row(entry, columns, fields));
  },
};

function row(entry: ReportEntry, columns: readonly string[], fields: readonly string[]): string {
  const record = readRecord(entry);
  const canonical = record === null ? null : declaredCanonical(record.canonicals);
  const values = new Map(Object.entries(fieldsOf(entry) ?? {}));
  const selected = fields.map((name) => [name, values.get(name)?.join(' | ') ?? null] as const);
  const cells = { ...entry, url: nameOf(entry), title: record?.title ?? null, canonical };
  const all = new Map([...COLUMNS.map((name) => [name, cells[name]] as const), ...selected]);
  return csvRow(columns.map((column) => all.get(column) ?? null));
}
