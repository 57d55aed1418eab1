import { decodeBytes } from '../../../text/bytes.ts';
import { FormatError } from '../../error.ts';
import { checkLength } from '../../reading/limits.ts';
import { Pending } from '../../reading/pending.ts';
import { isBlank, trimSpace } from '../../reading/white-space.ts';
import type { Format, Piece, Reader, ReadOptions } from '../format.ts';
import { type Column, findColumn, URL_COLUMNS } from './csv-column.ts';
import { readRow, separatorOf } from './csv-row.ts';

/** RFC 4180. Also with semicolons, as spreadsheets write it if the comma is the decimal separator. */
export const csv: Format = createFormat('csv', 'table separated by commas or semicolons', ['.csv'], [',', ';']);
export const tsv: Format = createFormat('tsv', 'table separated by tabs', ['.tsv', '.tab'], ['\t']);

function createFormat(
  name: string,
  description: string,
  extensions: readonly string[],
  separators: readonly string[],
): Format {
  return {
    name,
    description: `${description}, with a URL column`,
    extensions,
    matches: (head) => startsTable(head, separators),
    createReader: (options) => new TableReader(separators, options),
    output: 'lines',
    hasHeading: true,
  };
}

/** Whether the first line is a heading with a URL column. A cell with a colon would itself be a URL. */
function startsTable(head: string, separators: readonly string[]): boolean {
  const line = /^\s*([^\n]*)/.exec(head)?.[1] ?? '';
  return separators.some((separator) => {
    const row = readRow(line, 0, separator, true);
    if (row === null || 'quote' in row || row.cells.length < 2) return false;
    return row.cells.every((cell) => !cell.includes(':')) && row.cells.some(isUrlColumn);
  });
}

function isUrlColumn(cell: string): boolean {
  return URL_COLUMNS.includes(trimSpace(cell).toLowerCase());
}

class TableReader implements Reader {
  readonly #separators: readonly string[];
  readonly #wanted: string | undefined;
  readonly #pending = new Pending();
  #separator = '';
  #column: Column | null = null;

  constructor(separators: readonly string[], options: ReadOptions) {
    this.#separators = separators;
    this.#wanted = options.column;
  }

  push(bytes: string): readonly Piece[] {
    if (!this.#pending.add(bytes)) return [];
    const pieces: Piece[] = [];
    this.#pending.drop(this.#read(pieces, false));
    return pieces;
  }

  end(): readonly Piece[] {
    this.#pending.flush();
    const pieces: Piece[] = [];
    this.#read(pieces, true);
    return pieces;
  }

  /** Adds all complete rows. Returns the index after them. */
  #read(pieces: Piece[], isLast: boolean): number {
    const { text } = this.#pending;
    let start = 0;
    while (start < text.length) {
      const separator = this.#separatorFor(start, isLast);
      if (separator === '') return start;
      const row = readRow(text, start, separator, isLast);
      if (row === null) return start;
      if ('quote' in row) {
        if (isLast) throw openQuote(this.#pending.lineAt(row.quote));
        return start;
      }
      const line = this.#pending.lineAt(start);
      checkLength(row.end - start, line);
      pieces.push({ bytes: text.slice(start, row.end), url: this.#urlOf(row.cells), line });
      start = row.end;
    }
    return start;
  }

  /** The separator; empty if the first row that is not blank is incomplete. */
  #separatorFor(start: number, isLast: boolean): string {
    if (this.#separator !== '') return this.#separator;
    const end = this.#pending.text.indexOf('\n', start);
    if (end < 0 && !isLast) return '';
    const line = this.#pending.text.slice(start, end < 0 ? undefined : end);
    const separator = separatorOf(line, this.#separators);
    if (!isBlank(line)) this.#separator = separator;
    return separator;
  }

  #urlOf(cells: readonly string[]): string | null {
    if (this.#column === null) {
      if (cells.every(isBlank)) return null;
      this.#column = findColumn(cells, this.#wanted);
      if (this.#column.hasHeader) return null;
    }
    const cell = cells[this.#column.index];
    return cell === undefined || isBlank(cell) ? null : decodeBytes(cell);
  }
}

function openQuote(line: number): FormatError {
  return new FormatError(
    'bad-format',
    `the quote on line ${line} is never closed; close it, or read the file with --input-format lines`,
  );
}
