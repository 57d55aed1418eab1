export interface Csv {
  /** Rows of RFC 4180 in which no cell is a formula. */
  readonly write: (rows: readonly (readonly (string | number | null)[])[]) => string;
}

/** As `src/report/crawl/csv.ts` writes them; a test holds the two to the same cells. */
export function csv(): Csv {
  // oxlint-disable-next-line no-control-regex -- what a spreadsheet must not get
  const UNSEEN = /[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
  const STARTS_FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

  function printable(value: string): string {
    return value.toWellFormed().replace(UNSEEN, (character) => {
      const code = character.charCodeAt(0);
      return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
    });
  }

  function cell(value: string | number | null): string {
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    const shown = printable(value);
    const safe = STARTS_FORMULA.test(shown) ? `'${shown}` : shown;
    return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }

  return { write: (rows) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('') };
}
