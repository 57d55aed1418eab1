import { FormatError } from '../../error.ts';
import { trimSpace } from '../../reading/white-space.ts';

/** Usual headings of a URL column, the most likely first. */
export const URL_COLUMNS: readonly string[] = ['url', 'link', 'href', 'address', 'loc', 'uri', 'website'];

/** The URL column of a table. */
export interface Column {
  /** Counted from 0. */
  readonly index: number;
  /** Whether the first row is a heading. */
  readonly hasHeader: boolean;
}

/**
 * Finds the URL column by the first row of a table.
 *
 * @param wanted a heading, or a number from 1; undefined to look for one of {@link URL_COLUMNS}
 * @throws {FormatError} if there is no such column
 */
export function findColumn(row: readonly string[], wanted: string | undefined): Column {
  const names = row.map(trimSpace);
  const lowered = names.map((name) => name.toLowerCase());
  if (wanted === undefined) {
    const name = URL_COLUMNS.find((candidate) => lowered.includes(candidate));
    if (name === undefined) throw missing('no column looks like a URL column', names);
    return { index: lowered.indexOf(name), hasHeader: true };
  }
  if (!/^[0-9]+$/.test(wanted)) {
    const exact = names.indexOf(wanted);
    const index = exact < 0 ? lowered.indexOf(wanted.toLowerCase()) : exact;
    if (index < 0) throw missing(`no column ${wanted}`, names);
    return { index, hasHeader: true };
  }
  const cell = row[Number(wanted) - 1];
  if (cell === undefined) throw missing(`no column ${wanted}`, names);
  return { index: Number(wanted) - 1, hasHeader: !cell.includes(':') };
}

/** The number of column names in a message. */
const MAX_NAMED = 20;

function missing(what: string, names: readonly string[]): FormatError {
  const named = names.slice(0, MAX_NAMED).map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const there = `${named.join(', ')}${more}`;
  return new FormatError(
    'missing-column',
    `${what}; the columns are ${there}; choose one with --column NAME or --column NUMBER`,
  );
}
