/** A row of a table. */
export interface Row {
  /** The cells without quotes. */
  readonly cells: readonly string[];
  /** The index after the row's line end. */
  readonly end: number;
}

/** The index of a quote that is not closed yet. */
export interface OpenQuote {
  /** The index of the quote. */
  readonly quote: number;
}

/**
 * Reads the row that starts at an index, by RFC 4180. Leniently, text after a closing quote is part of the cell, and so
 * is a quote inside a cell. But if text follows the closing quote on a later line, the quotes belong to two cells: they are
 * text, as in tables that are written without quotes.
 *
 * @param isLast whether the text is the end of the document
 * @returns null if the row is incomplete
 */
export function readRow(text: string, start: number, separator: string, isLast: boolean): Row | OpenQuote | null {
  const cells: string[] = [];
  let at = start;
  let lineEnd = lineEndFrom(text, start);
  for (;;) {
    let quoted = '';
    if (text.charAt(at) === '"') {
      const close = closingQuote(text, at);
      if (close < 0) return { quote: at };
      const after = close + 1;
      if (after === text.length && !isLast) return null;
      if (after <= lineEnd || endsCell(text, after, separator)) {
        quoted = text.slice(at + 1, close).replaceAll('""', '"');
        at = after;
        if (at > lineEnd) lineEnd = lineEndFrom(text, at);
      }
    }
    if (lineEnd === text.length && !isLast) return null;
    // Search only this line: searching all the text for separators, row by row, would take quadratic time.
    const rest = text.slice(at, lineEnd);
    const length = rest.indexOf(separator);
    if (length < 0) {
      cells.push(quoted + (rest.endsWith('\r') ? rest.slice(0, -1) : rest));
      return { cells, end: Math.min(lineEnd + 1, text.length) };
    }
    cells.push(quoted + rest.slice(0, length));
    at += length + 1;
  }
}

/** Whether a cell ends at an index, but for blanks. */
function endsCell(text: string, at: number, separator: string): boolean {
  let end = at;
  while (text.charAt(end) === ' ') end++;
  return end === text.length || text.startsWith(separator, end) || /[\r\n]/.test(text.charAt(end));
}

/** The quote that closes the one at an index; -1 if there is none. */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close;
}

function lineEndFrom(text: string, from: number): number {
  const index = text.indexOf('\n', from);
  return index < 0 ? text.length : index;
}

/** Enough to recognise the separator. */
const MAX_HEADER = 1 << 16;

/** The separator that occurs most often in a header, outside of quotes. `|` only if no other one occurs: URLs may contain it. */
export function separatorOf(header: string, separators: readonly string[]): string {
  const bare = header.slice(0, MAX_HEADER).replace(/"[^"]*"/g, '');
  const count = (separator: string): number => bare.split(separator).length - 1;
  const [first = ','] = separators.filter((one) => one !== '|').toSorted((a, b) => count(b) - count(a));
  const isBar = separators.includes('|') && count(first) === 0 && count('|') > 0 && !bare.includes('://');
  return isBar ? '|' : first;
}
