import { printable } from '../text/printable.ts';

/** In full width, too. A tab, CR or NUL is no longer there. */
const STARTS_FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** A row of RFC 4180, with its line end. */
export function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
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
