/** What goes on paper: everything that the report has, as far as a browser can lay it out. */

/** Rows that all tables print together. */
const MAX_ROWS = 5000;

let rowsLeft: number | null = null;

/** Whether the page is drawn for paper. */
export function isPrinting(): boolean {
  return rowsLeft !== null;
}

/** How many of these rows a table may print. */
export function printedRows(wanted: number): number {
  const granted = Math.min(wanted, rowsLeft ?? 0);
  rowsLeft = (rowsLeft ?? 0) - granted;
  return granted;
}

/** Calls the functions before and after the browser lays out the page for paper. */
export function whenPrinted(before: () => void, after: () => void): void {
  addEventListener('beforeprint', () => {
    rowsLeft = MAX_ROWS;
    before();
  });
  addEventListener('afterprint', () => {
    rowsLeft = null;
    after();
  });
}
