import { FormatError } from '../../error.ts';
import { trimSpace } from '../../reading/white-space.ts';

/** Headings that a column of URLs goes by, the likeliest first. */
export const URL_COLUMNS: readonly string[] = ['url', 'link', 'href', 'address', 'loc', 'uri', 'website'];

/** Where a table has its URLs. */
export interface Column {
  /** From 0. */
  readonly index: number;
  /** Whether the first row is a heading, and no entry. */
  readonly hasHeader: boolean;
}

/**
 * Finds the column of a table by its first row.
 *
 * @param wanted a heading, or a number from 1; left out for a heading that says URL in some way
 * @throws {FormatError} where there is no such column
 */
export function findColumn(row: readonly string[], wanted: string | undefined): Column {
  const names = row.map(trimSpace);
  const lowered = names.map((name) => name.toLowerCase());
  if (wanted === undefined) {
    const name = URL_COLUMNS.find((candidate) => lowered.includes(candidate));
    if (name === undefined) throw missing('no column is named like one of URLs', names);
    return { index: lowered.indexOf(name), hasHeader: true };
  }
  if (!/^[0-9]+$/.test(wanted)) {
    const exact = names.indexOf(wanted);
    const index = exact < 0 ? lowered.indexOf(wanted.toLowerCase()) : exact;
    if (index < 0) throw missing(`there is no column ${wanted}`, names);
    return { index, hasHeader: true };
  }
  const cell = row[Number(wanted) - 1];
  if (cell === undefined) throw missing(`there is no column ${wanted}`, names);
  return { index: Number(wanted) - 1, hasHeader: !cell.includes(':') };
}

/** As many as a message has room for. */
const MAX_NAMED = 20;

function missing(what: string, names: readonly string[]): FormatError {
  const named = names.slice(0, MAX_NAMED).map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const there = `${named.join(', ')}${more}`;
  return new FormatError(
    'missing-column',
    `${what}; there are: ${there}. Name it with --column NAME, or by its number`,
  );
}
