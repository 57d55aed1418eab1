import { decodeBytes } from '../../../text/bytes.ts';
import { isBlank, trimSpace } from '../../../text/white-space.ts';
import { FormatError } from '../../error.ts';
import { checkLength } from '../../reading/limits.ts';
import { withoutLineEnd } from '../../reading/line-cutter.ts';
import { Pending } from '../../reading/pending.ts';
import { rejected } from '../../reading/rejected.ts';
import type { Format, Piece, Reader, ReadOptions } from '../format.ts';
import {
  ABSOLUTE_URL,
  type Column,
  guessColumn,
  lengthOf,
  namedColumn,
  SAMPLE_ROWS,
  URL_COLUMNS,
} from './csv-column.ts';
import { readRow, separatorOf } from './csv-row.ts';

/** RFC 4180. Also with semicolons, as spreadsheets write it if the comma is the decimal separator, and as databases print. */
export const csv: Format = createFormat('csv', 'table separated by commas, semicolons or |', ['.csv'], [',', ';', '|']);
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
    uses: ['column'],
    hasHeading: true,
  };
}

/** Whether the first line is a heading with a URL column. A cell with a colon would itself be a URL. */
function startsTable(head: string, separators: readonly string[]): boolean {
  const line = /^\s*([^\n]*)/.exec(withoutSeparatorLine(head))?.[1] ?? '';
  return separators.some((separator) => {
    const row = readRow(line, 0, separator, true);
    if (row === null || 'quote' in row || row.cells.length < 2) return false;
    return row.cells.every((cell) => !cell.includes(':')) && row.cells.some(isUrlColumn);
  });
}

function isUrlColumn(cell: string): boolean {
  return URL_COLUMNS.includes(trimSpace(cell).toLowerCase());
}

/** A first line that tells Excel the separator. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?\r?(?:\n|$)/i;

/** A heading without such a line before it. */
export function withoutSeparatorLine(heading: string): string {
  return heading.replace(SEPARATOR_LINE, '');
}

/** Limits memory for rows that wait for the URL column, in bytes. */
const MAX_SAMPLE = 1 << 20;

interface SampledRow {
  readonly bytes: string;
  readonly cells: readonly string[];
  readonly line: number;
}

class TableReader implements Reader {
  readonly #separators: readonly string[];
  readonly #options: ReadOptions;
  readonly #pending = new Pending();
  /** The first rows, until the URL column is known. */
  #sample: SampledRow[] = [];
  #sampleBytes = 0;
  #separator = '';
  /** The line that names the separator. It goes with the heading. */
  #lead = '';
  #column: Column | null = null;

  constructor(separators: readonly string[], options: ReadOptions) {
    this.#separators = separators;
    this.#options = options;
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
    this.#settle(pieces);
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
      this.#take({ bytes: text.slice(start, row.end), cells: row.cells, line }, pieces);
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
    const separator = SEPARATOR_LINE.exec(line)?.[1] ?? separatorOf(line, this.#separators);
    if (!isBlank(line)) this.#separator = separator;
    return separator;
  }

  #take(row: SampledRow, pieces: Piece[]): void {
    if (this.#column !== null) {
      pieces.push(this.#pieceOf(row, this.#column));
      return;
    }
    if (this.#sample.length === 0) {
      if (this.#lead === '' && SEPARATOR_LINE.test(row.bytes)) {
        this.#lead = row.bytes;
        return;
      }
      if (row.cells.every(isBlank)) {
        pieces.push({ bytes: this.#lead + row.bytes, url: null, line: row.line });
        this.#lead = '';
        return;
      }
    }
    this.#sample.push(row);
    this.#sampleBytes += row.bytes.length;
    const isFull = this.#sample.length >= SAMPLE_ROWS || this.#sampleBytes >= MAX_SAMPLE;
    if (isFull || this.#options.column !== undefined) this.#settle(pieces);
  }

  /** Finds the URL column, and adds the rows that waited for it. */
  #settle(pieces: Piece[]): void {
    const [first, ...rows] = this.#sample;
    if (first === undefined) {
      if (this.#lead !== '') pieces.push({ bytes: this.#lead, url: null, line: 1 });
      return;
    }
    const { column: wanted, onColumn } = this.#options;
    const column =
      wanted === undefined
        ? guessColumn(
            this.#sample.map(({ cells }) => cells),
            onColumn ?? (() => {}),
          )
        : namedColumn(first.cells, wanted);
    if (wanted === undefined && this.#mayCutUrls && !column.hasHeader && column.width > column.index + 1) {
      throw unclearEnd(column.index + 1);
    }
    this.#column = column;
    const { hasHeader } = column;
    const start = this.#lead + (hasHeader ? first.bytes : '');
    this.#lead = '';
    if (start !== '') pieces.push({ bytes: start, url: null, line: hasHeader ? first.line : 1 });
    if (!hasHeader) pieces.push(this.#pieceOf(first, column));
    pieces.push(...rows.map((row) => this.#pieceOf(row, column)));
    this.#sample = [];
  }

  #pieceOf({ bytes, cells, line }: SampledRow, { index, width }: Column): Piece {
    if (this.#mayCutUrls && lengthOf(cells) > width) return this.#widePiece(bytes, width, line);
    if (enclosesRow(bytes, cells.length, index, this.#separator)) {
      return { bytes, url: rejected(decodeBytes(withoutLineEnd(bytes))), fault: ENCLOSED_ROW, line };
    }
    const cell = cells[index];
    return { bytes, url: cell === undefined || isBlank(cell) ? null : decodeBytes(cell), line };
  }

  /** A row with too many cells: one URL if the URL is its only cell; otherwise no cell is sure. */
  #widePiece(bytes: string, width: number, line: number): Piece {
    const row = decodeBytes(withoutLineEnd(bytes));
    if (width === 1 && !row.includes('"')) return { bytes, url: withoutLastBlanks(row, this.#separator), line };
    this.#options.onWideRow?.(line);
    return { bytes, url: rejected(row), fault: WIDE_ROW, line };
  }

  /** Whether a separator may be part of a URL. */
  get #mayCutUrls(): boolean {
    return this.#separator !== '\t';
  }
}

const WIDE_ROW =
  'the row has more cells than the table has columns; put quotes around cells with commas, semicolons or |, or read one URL per line with --input-format lines';

/**
 * Whether the first line of a row looks like a whole row, and a later one too: the quotes around the line end may belong to
 * two cells of different rows.
 *
 * @param width the number of the row's cells
 * @param index that of the URL column
 */
function enclosesRow(bytes: string, width: number, index: number, separator: string): boolean {
  const row = withoutLineEnd(bytes);
  if (!row.includes('\n')) return false;
  const [first = '', ...others] = row.split('\n');
  const isWhole = (line: string): boolean => {
    const cells = line.split(separator);
    return cells.length >= width && ABSOLUTE_URL.test((cells[index] ?? '').replace(/^\s*"/, ''));
  };
  return isWhole(first) && others.some(isWhole);
}

const ENCLOSED_ROW =
  'a quoted cell spans lines, and a later line looks like a row of its own; remove the quote if it is stray, else put the cell on one line';

/** A row without the blank cells at its end. */
function withoutLastBlanks(row: string, separator: string): string {
  const cells = row.split(separator);
  return cells.slice(0, lengthOf(cells)).join(separator);
}

function unclearEnd(column: number): FormatError {
  return new FormatError(
    'missing-column',
    `the table has no heading, so the cells after column ${column} may be part of its URLs; if they are not, choose --column ${column}; if they are, choose --input-format lines`,
  );
}

function openQuote(line: number): FormatError {
  return new FormatError(
    'bad-format',
    `the quote on line ${line} is never closed; close it, or read the file with --input-format lines`,
  );
}
