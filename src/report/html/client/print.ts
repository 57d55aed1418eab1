/** What goes on paper: all tabs, as far as a browser can lay them out. */

/** Rows that a tab prints: Chromium gives up on tens of thousands of open rows. */
export const MAX_ROWS = 250;

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

/** Whether a tab may print more rows. */
export function hasRoom(): boolean {
  return rowsLeft !== 0;
}

/** Lets the next tab print rows. */
export function beginTab(): void {
  rowsLeft = MAX_ROWS;
}

/** Calls the functions before and after the browser lays out the page for paper. */
export function whenPrinted(before: () => void, after: () => void): void {
  addEventListener('beforeprint', () => {
    beginTab();
    before();
  });
  addEventListener('afterprint', () => {
    rowsLeft = null;
    after();
  });
}
