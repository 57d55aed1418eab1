import type { ColumnChoice } from '../lists/formats/csv/csv-column.ts';
import type { Mistake } from '../lists/line-urls.ts';

/** The lines or rows with one kind of mistake. */
export interface MistakeCount {
  /** How many there are, repeats included. */
  readonly lines: number;
  /** The first of them. */
  readonly first: { readonly file: string; readonly line: number };
}

/** The choice of a URL column, and the first list it was made for. */
export interface ListColumn extends ColumnChoice {
  readonly file: string;
}

/** A list of JSON Lines without a URL in a usual field. */
export interface ListFields {
  readonly file: string;
  /** The fields of its first object. */
  readonly fields: readonly string[];
}

/** A list that is not empty and has no link, with the format it was read in. */
export interface LinklessList {
  readonly file: string;
  readonly format: string;
}

/** What people should know about their lists. */
export class Hints {
  /** The lists of JSON Lines without a URL in a usual field. */
  readonly withoutField: ListFields[] = [];
  /** The lists that are not empty and have no link; plain lists do not count. */
  readonly withoutLinks: LinklessList[] = [];
  readonly #counts = new Map<Mistake, MistakeCount>();
  readonly #columns = new Map<string, ListColumn>();
  /** The rows of tables with more cells than columns, which are rejected; null if there are none. */
  wideRows: MistakeCount | null = null;

  /** Notes a choice. Lists with the same columns count once. */
  addColumn(choice: ColumnChoice, file: string): void {
    const columns = JSON.stringify(choice);
    if (!this.#columns.has(columns)) this.#columns.set(columns, { file, ...choice });
  }

  /** The different choices of URL columns in tables. */
  get columns(): readonly ListColumn[] {
    return [...this.#columns.values()];
  }

  /** Counts a line. */
  addMistake(mistake: Mistake, file: string, line: number): void {
    this.#counts.set(mistake, oneMore(this.#counts.get(mistake), file, line));
  }

  /** Counts a row with more cells than columns. */
  addWideRow(file: string, line: number): void {
    this.wideRows = oneMore(this.wideRows, file, line);
  }

  /** The kinds of mistakes in the lines of plain lists, with their counts. */
  get mistakes(): ReadonlyMap<Mistake, MistakeCount> {
    return this.#counts;
  }
}

function oneMore(known: MistakeCount | null | undefined, file: string, line: number): MistakeCount {
  return { lines: (known?.lines ?? 0) + 1, first: known?.first ?? { file, line } };
}
