import { counted, number } from '../../../text/number.ts';
import { isComplete } from './data.ts';
import { opening } from './disclosure.ts';
import { button, type Child, div, el, icon, paragraph, span } from './dom.ts';
import { hasRoom, isPrinting, printedRows } from './print.ts';
import { statusCode } from './text.ts';

/** Tables that show one page of their rows at a time. */

export interface Column<Row> {
  /** Its name in addresses. */
  readonly id: string;
  readonly title: string;
  /**
   * `number` is aligned to the right. Narrow windows leave `wide` columns out. `main` takes all the width there is.
   * `icon` has text only if there is room.
   */
  readonly kind: 'main' | 'number' | 'wide' | 'wide number' | 'short' | 'icon';
  readonly sortBy: (row: Row) => string | number | null;
  readonly cell: (row: Row) => Child;
}

export interface TableOptions<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** In order. */
  readonly rows: readonly Row[];
  readonly pageSize: number;
  /** How many rows to print at most; without it, as many as the tab may. */
  readonly printed?: number;
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Without it, nobody can choose the order. */
  readonly sorting?: Sorting;
  /** Without it, rows do not open. */
  readonly details?: Details<Row>;
}

interface Sorting {
  readonly by: string;
  readonly descending: boolean;
  readonly onSort: (by: string, descending: boolean) => void;
}

/** What a row shows when it opens. */
export interface Details<Row> {
  readonly show: (row: Row) => HTMLElement;
  readonly isOpen?: (row: Row) => boolean;
  readonly onToggle?: (row: Row, isOpen: boolean) => void;
}

interface PagerOptions extends Pick<TableOptions<unknown>, 'label' | 'pageSize' | 'page' | 'onPage'> {
  /** How many there are on all pages. */
  readonly rows: number;
}

/** A column of status codes. */
export function statusColumn<Row>(
  id: string,
  title: string,
  kind: Column<Row>['kind'],
  value: (row: Row) => number | null,
): Column<Row> {
  return { id, title, kind, sortBy: value, cell: (row) => statusCode(value(row)) };
}

/** A column of counts. */
export function numberColumn<Row>(
  id: string,
  title: string,
  kind: Column<Row>['kind'],
  value: (row: Row) => number,
): Column<Row> {
  return { id, title, kind, sortBy: value, cell: (row) => number(value(row)) };
}

export function table<Row>(options: TableOptions<Row>): HTMLElement {
  const { label, columns, rows, sorting, onPage } = options;
  if (rows.length === 0) return nothing();
  if (!hasRoom()) return unprinted(rows.length);
  const pageSize = isPrinting() ? printedRows(Math.min(rows.length, options.printed ?? rows.length)) : options.pageSize;
  const page = Math.min(options.page, pageOf(rows.length - 1, pageSize));
  const heads = columns.map((column) => heading(column, sorting));
  return div(
    'paged',
    el(
      'table',
      { class: 'rows', 'aria-label': label, 'aria-rowcount': rows.length + 1 },
      el('thead', {}, el('tr', {}, ...heads)),
      el('tbody', {}, ...pageRows(rows, page, pageSize).flatMap((row) => line(row, options))),
    ),
    isPrinting() && rows.length > pageSize
      ? unprinted(rows.length - pageSize)
      : pager({ label, rows: rows.length, pageSize, page, onPage }),
  );
}

/** Says on paper what is left out. */
function unprinted(left: number): HTMLElement {
  return paragraph('note', `${counted(left, 'more row')}: open the file in a browser.`);
}

/** A table that turns its pages by itself, without the address. It begins with `page`. */
export function selfPaged<Row>(options: Omit<TableOptions<Row>, 'onPage'>): HTMLElement {
  const holder = el('div');
  const show = (page: number): void => holder.replaceChildren(table({ ...options, page, onPage: show }));
  show(options.page);
  return holder;
}

/** The page that has the row of this index, from 1. */
export function pageOf(index: number, pageSize: number): number {
  return Math.floor(index / pageSize) + 1;
}

export function pageRows<Row>(rows: readonly Row[], page: number, pageSize: number): readonly Row[] {
  return rows.slice((page - 1) * pageSize, page * pageSize);
}

/** Stands for a list without rows. */
export function nothing(): HTMLElement {
  return paragraph('empty', isComplete() ? 'Nothing to show.' : 'The report is being read.');
}

/** Buttons from page to page; null if there is only one. */
export function pager({ label, rows, pageSize, page, onPage }: PagerOptions): HTMLElement | null {
  const pages = pageOf(rows - 1, pageSize);
  if (pages <= 1) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(rows, page * pageSize);
  const step = (name: string, to: number): HTMLElement =>
    button({ disabled: to < 1 || to > pages || to === page, click: () => onPage(to) }, name);
  return el(
    'nav',
    { class: 'pager', 'aria-label': `Pages of ${label}` },
    step('First', 1),
    step('Previous', page - 1),
    el('span', {}, `${number(first)}–${number(last)} of ${number(rows)}`),
    step('Next', page + 1),
    step('Last', pages),
  );
}

/** Sorts by a column. Rows without a value come last in either order. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  by: string,
  descending: boolean,
): readonly Row[] {
  const column = columns.find(({ id }) => id === by);
  if (column === undefined) return rows;
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: column.sortBy(row) }))
    .toSorted((a, b) => compare(a.value, b.value, sign))
    .map(({ row }) => row);
}

function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}

function heading<Row>({ id, title, kind }: Column<Row>, sorting: Sorting | undefined): HTMLElement {
  if (sorting === undefined) return el('th', { scope: 'col', class: kind }, title);
  const { by, descending, onSort } = sorting;
  const isSorted = by === id;
  const order = descending ? 'descending' : 'ascending';
  const arrow = el('span', { class: `arrow ${isSorted ? order : ''}`, 'aria-hidden': 'true' });
  return el(
    'th',
    { scope: 'col', class: kind, 'aria-sort': isSorted ? order : null },
    button({ click: () => onSort(id, isSorted && !descending) }, title, arrow),
  );
}

/** The row, and the row below it that opens. */
function line<Row>(row: Row, { columns, details }: TableOptions<Row>): readonly HTMLElement[] {
  const cells = columns.map(({ kind, cell }) => el('td', { class: kind }, cell(row)));
  if (details === undefined) return [el('tr', {}, ...cells)];
  const toggle = button({ class: 'toggle' }, icon('chevron'), span('hidden', 'Details'));
  const body = el('tr', { class: 'detail' });
  const turn = opening({
    toggle,
    body,
    isOpen: details.isOpen?.(row) ?? false,
    content: () => el('td', { colspan: cells.length }, details.show(row)),
    onToggle: (isOpen) => details.onToggle?.(row, isOpen),
  });
  const click = (event: Event): void => {
    if (!isLink(event.target) && getSelection()?.type !== 'Range') turn();
  };
  cells[columns.findIndex(({ kind }) => kind === 'main')]?.prepend(toggle);
  return [el('tr', { class: 'opens', click }, ...cells), body];
}

function isLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a') !== null;
}
