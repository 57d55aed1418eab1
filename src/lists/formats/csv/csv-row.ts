/** A row as it was read. */
export interface Row {
  /** Without their quotes. */
  readonly cells: readonly string[];
  /** Behind the row's line end. */
  readonly end: number;
}

/** A quote that has no end yet, by its index. */
export interface OpenQuote {
  readonly quote: number;
}

/**
 * Reads the row that starts at an index, by RFC 4180. What stands behind a closing quote, against the rules, is part of
 * the cell; so is a quote that does not stand at its start.
 *
 * @param isLast whether nothing comes behind the text
 * @returns null where the row has no end yet
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
      quoted = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
      if (at > lineEnd) lineEnd = lineEndFrom(text, at);
    }
    if (lineEnd === text.length && !isLast) return null;
    // Not beyond the line: to look for separators in all of the text, row by row, takes quadratic time.
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

/** The quote that closes the one at an index, -1 where there is none. */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close;
}

function lineEndFrom(text: string, from: number): number {
  const index = text.indexOf('\n', from);
  return index < 0 ? text.length : index;
}

/** Enough to tell by. */
const MAX_HEADER = 1 << 16;

/** The separator that most of a header's cells have between them, outside of quotes. */
export function separatorOf(header: string, separators: readonly string[]): string {
  const bare = header.slice(0, MAX_HEADER).replace(/"[^"]*"/g, '');
  const count = (separator: string): number => bare.split(separator).length;
  return separators.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
