import { decodeBytes } from '../../../text/bytes.ts';
import { printable } from '../../../text/printable.ts';
import { isBlank, trimSpace } from '../../../text/white-space.ts';
import { FormatError } from '../../error.ts';

/** Usual headings of a URL column, the most likely first. */
export const URL_COLUMNS: readonly string[] = ['url', 'link', 'href', 'address', 'loc', 'uri', 'website'];

/** The URL column of a table. */
export interface Column {
  /** Counted from 0. */
  readonly index: number;
  /** Whether the first row is a heading. */
  readonly hasHeader: boolean;
  /** The number of columns, infinite if unknown. In a row with more cells, a cell lacks its quotes. */
  readonly width: number;
}

/** A URL column that another column could replace, or that only its cells suggest. */
export interface ColumnChoice {
  /** The column: its heading, or its number from 1. */
  readonly column: string;
  /** Whether it holds URLs with a scheme. */
  readonly holdsUrls: boolean;
  /** The other columns that hold URLs. */
  readonly others: readonly string[];
}

/** The rows to look at for the URL column, with the heading. */
export const SAMPLE_ROWS = 21;

/**
 * Finds the URL column that the user named.
 *
 * @param row the first row, as bytes
 * @param wanted a heading, or a number from 1
 * @throws {FormatError} if there is no such column
 */
export function namedColumn(row: readonly string[], wanted: string): Column {
  const names = namesIn(row);
  if (!/^[0-9]+$/.test(wanted)) {
    const exact = names.indexOf(wanted);
    const index = exact < 0 ? lowercase(names).indexOf(wanted.toLowerCase()) : exact;
    if (index < 0) throw missing(`no column ${wanted}`, names);
    return { index, hasHeader: true, width: row.length };
  }
  const cell = row[Number(wanted) - 1];
  if (cell === undefined) throw missing(`no column ${wanted}`, names);
  const hasHeader = !cell.includes(':');
  return { index: Number(wanted) - 1, hasHeader, width: hasHeader ? row.length : Number.POSITIVE_INFINITY };
}

/**
 * Finds the URL column by the headings {@link URL_COLUMNS} and by the cells.
 *
 * @param rows the first rows, as bytes; the first one is not blank
 * @param onChoice called if the choice is not obvious
 * @throws {FormatError} if no column or more than one qualifies
 */
export function guessColumn(rows: readonly (readonly string[])[], onChoice: (choice: ColumnChoice) => void): Column {
  const [first = []] = rows;
  const names = namesIn(first);
  const usual = URL_COLUMNS.map((name) => lowercase(names).indexOf(name)).filter((index) => index >= 0);
  const hasHeader = usual.length > 0 || !first.some((cell) => ABSOLUTE_URL.test(cell));
  const data = hasHeader ? rows.slice(1) : rows;
  const reach = hasHeader ? first.length : Math.max(...rows.map((row) => row.length));
  const urls = Array.from({ length: reach }, (_, index) => index).filter((index) => holds(data, index, ABSOLUTE_URL));
  const credible = usual.find((index) => holds(data, index, ADDRESS));
  const labelOf = hasHeader ? labelsIn(names) : (index: number): string => String(index + 1);
  const index = credible ?? urls[0] ?? usual[0];
  if (index === undefined) throw missing('no column looks like a URL column', names);
  if (credible === undefined && urls.length > 1) throw ambiguous(urls.map(labelOf));
  const width = hasHeader
    ? reach
    : Math.min(...rows.filter((row) => ABSOLUTE_URL.test(row[index] ?? '')).map(lengthOf));
  const others = urls.filter((other) => other !== index);
  if (others.length > 0 || (!usual.includes(index) && width > 1)) {
    onChoice({ column: labelOf(index), holdsUrls: urls.includes(index), others: others.map(labelOf) });
  }
  return { index, hasHeader, width };
}

/** A URL with a scheme. */
export const ABSOLUTE_URL: RegExp = /^\s*[a-z][a-z\d+.-]*:\/\/\S/i;
/** A URL, perhaps relative or without a scheme. */
const ADDRESS = /^\s*[^\s./]*[./]\S*\s*$/;

/** Whether at least half of a column's cells match, empty ones aside. */
function holds(rows: readonly (readonly string[])[], index: number, pattern: RegExp): boolean {
  const cells = rows.map((row) => row[index] ?? '').filter((cell) => !isBlank(cell));
  return cells.length > 0 && cells.filter((cell) => pattern.test(cell)).length * 2 >= cells.length;
}

/** The number of a row's cells, without blank ones at the end. */
export function lengthOf(row: readonly string[]): number {
  return row.findLastIndex((cell) => !isBlank(cell)) + 1;
}

function namesIn(row: readonly string[]): readonly string[] {
  return row.map((cell) => trimSpace(decodeBytes(cell)));
}

function lowercase(names: readonly string[]): readonly string[] {
  return names.map((name) => name.toLowerCase());
}

/** Tells what `--column` takes for a column: its heading, or its number if the heading does not identify it. */
function labelsIn(names: readonly string[]): (index: number) => string {
  const firsts = new Map(names.map((name, index) => [name, index] as const).toReversed());
  return (index) => {
    const name = names[index] ?? '';
    return name === '' || /^[0-9]+$/.test(name) || firsts.get(name) !== index ? String(index + 1) : name;
  };
}

/** The number of column names in a message. */
const MAX_NAMED = 20;

function missing(what: string, names: readonly string[]): FormatError {
  const named = names.slice(0, MAX_NAMED).map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const there = printable(`${named.join(', ')}${more}`);
  return new FormatError(
    'missing-column',
    `${what}; the columns are ${there}; choose one with --column NAME or --column NUMBER`,
  );
}

function ambiguous(labels: readonly string[]): FormatError {
  const [first = '', ...others] = labels.slice(0, MAX_NAMED);
  const more = labels.length > MAX_NAMED ? ` and ${labels.length - MAX_NAMED} more` : ` and ${others.pop() ?? ''}`;
  return new FormatError(
    'missing-column',
    `columns ${printable(`${[first, ...others].join(', ')}${more}`)} hold URLs; choose one with ${columnOption(first)}`,
  );
}

/** The option that chooses a column: `--column canonical`, `--column "final URL"`. */
export function columnOption(label: string): string {
  return `--column ${/^[\p{L}\p{N}_.:-]+$/u.test(label) ? label : JSON.stringify(label)}`;
}
