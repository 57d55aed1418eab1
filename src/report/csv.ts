import { printable } from '../printable.ts';
import type { ReportEntry, ReportFormat } from './format.ts';
import { declarations } from './page-record.ts';

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
  summary: `a table (RFC 4180): ${COLUMNS.join(', ')}; no cell is a formula`,
  write: async (crawl, files) => {
    await files.write(`${COLUMNS.join(',')}\r\n`);
    for await (const entry of crawl.entries()) await files.write(row(entry));
    return [];
  },
};

function row(entry: ReportEntry): string {
  const values = { ...entry, ...declarations(entry.details?.record ?? null) };
  return `${COLUMNS.map((column) => cell(values[column])).join(',')}\r\n`;
}

/**
 * A cell that a spreadsheet takes for text: what would start a formula has an apostrophe in front, and control
 * characters are written as `\xNN`. https://owasp.org/www-community/attacks/CSV_Injection
 */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = printable(value);
  const safe = STARTS_FORMULA.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** In full width, too. A tab, CR or NUL is no longer there. */
const STARTS_FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
