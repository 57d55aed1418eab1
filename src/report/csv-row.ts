import { printable } from '../text/printable.ts';

/** Including the full-width characters. Control characters are escaped before. */
const STARTS_FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** A row of a CSV file (RFC 4180), with its line end. */
export function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/**
 * A CSV cell that spreadsheets read as text, never as a formula: text that would start a formula gets a leading
 * apostrophe, and control characters become `\xNN`. https://owasp.org/www-community/attacks/CSV_Injection
 */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = printable(value);
  const safe = STARTS_FORMULA.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
