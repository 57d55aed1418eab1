import type { Client } from './client.ts';
import type { Child } from './dom.ts';

export interface Column<Row> {
  /** In addresses. */
  readonly id: string;
  readonly title: string;
  /** `number` is aligned to the right; `wide` columns go first where there is no room; `main` is as wide as it can; `icon` has text only where there is room. */
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
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Null where the order is not to be chosen. */
  readonly sorting: Sorting | null;
  /** What a row shows when it is opened; null where rows do not open. */
  readonly detail: ((row: Row) => HTMLElement) | null;
  readonly isOpen: (row: Row) => boolean;
  readonly onToggle: (row: Row, isOpen: boolean) => void;
}

interface Sorting {
  readonly by: string;
  readonly descending: boolean;
  readonly onSort: (by: string, descending: boolean) => void;
}

interface PagerOptions {
  readonly label: string;
  /** How many there are. */
  readonly rows: number;
  readonly pageSize: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

export interface Table {
  readonly table: <Row>(options: TableOptions<Row>) => HTMLElement;
  readonly sorted: <Row>(
    rows: readonly Row[],
    columns: readonly Column<Row>[],
    by: string,
    descending: boolean,
  ) => readonly Row[];
  /** Buttons from page to page. */
  readonly pager: (options: PagerOptions) => HTMLElement;
  /** The page on which a row is, from 1. */
  readonly pageOf: (index: number, pageSize: number) => number;
}

/** Tables of which only one page is in the document. */
export function table({ dom: { el, icon, newId }, text }: Client): Table {
  function make<Row>(options: TableOptions<Row>): HTMLElement {
    const { label, columns, rows, pageSize } = options;
    if (rows.length === 0) return el('p', { class: 'empty' }, 'Nothing to show.');
    const pages = Math.ceil(rows.length / pageSize);
    const page = Math.min(options.page, pages);
    const shown = rows.slice((page - 1) * pageSize, page * pageSize);
    return el(
      'div',
      { class: 'paged' },
      el(
        'table',
        { class: 'rows', 'aria-label': label, 'aria-rowcount': rows.length + 1 },
        el('thead', {}, el('tr', {}, ...columns.map((column) => heading(column, options.sorting)))),
        el('tbody', {}, ...shown.flatMap((row) => line(row, options))),
      ),
      pages === 1 ? null : pager({ label, rows: rows.length, pageSize, page, onPage: options.onPage }),
    );
  }

  function heading<Row>({ id, title, kind }: Column<Row>, sorting: Sorting | null): HTMLElement {
    if (sorting === null) return el('th', { scope: 'col', class: kind }, title);
    const order = sorting.descending ? 'descending' : 'ascending';
    const isSorted = sorting.by === id;
    const button = el(
      'button',
      { type: 'button', click: () => sorting.onSort(id, isSorted && !sorting.descending) },
      title,
      el('span', { class: `arrow ${isSorted ? order : ''}`, 'aria-hidden': 'true' }),
    );
    return el('th', { scope: 'col', class: kind, 'aria-sort': isSorted ? order : null }, button);
  }

  function line<Row>(row: Row, options: TableOptions<Row>): readonly HTMLElement[] {
    const cells = options.columns.map(({ kind, cell }) => el('td', { class: kind }, cell(row)));
    const { detail } = options;
    if (detail === null) return [el('tr', {}, ...cells)];
    const id = newId();
    const opened = el('tr', { class: 'detail', id });
    const button = el('button', { type: 'button', class: 'toggle', 'aria-controls': id });
    const main = cells[options.columns.findIndex(({ kind }) => kind === 'main')];
    button.append(icon('chevron'), el('span', { class: 'hidden' }, 'Details'));
    main?.prepend(button);
    let isOpen = options.isOpen(row);
    const show = (): void => {
      button.setAttribute('aria-expanded', String(isOpen));
      opened.hidden = !isOpen;
      if (isOpen && opened.firstChild === null) opened.append(el('td', { colspan: cells.length }, detail(row)));
    };
    const click = (event: Event): void => {
      // What is in the row does what it does, and a selection is not to open anything.
      const isLink = event.target instanceof Element && event.target.closest('a') !== null;
      if (isLink || getSelection()?.type === 'Range') return;
      isOpen = !isOpen;
      show();
      options.onToggle(row, isOpen);
    };
    show();
    return [el('tr', { class: 'opens', click }, ...cells), opened];
  }

  const pager: Table['pager'] = ({ label, rows, pageSize, page, onPage }) => {
    const pages = Math.ceil(rows / pageSize);
    const first = (page - 1) * pageSize + 1;
    const last = Math.min(rows, page * pageSize);
    const button = (name: string, to: number): HTMLElement =>
      el('button', { type: 'button', disabled: to < 1 || to > pages || to === page, click: () => onPage(to) }, name);
    return el(
      'nav',
      { class: 'pager', 'aria-label': `Pages of ${label}` },
      button('First', 1),
      button('Previous', page - 1),
      el('span', {}, `${text.number(first)}–${text.number(last)} of ${text.number(rows)}`),
      button('Next', page + 1),
      button('Last', pages),
    );
  };

  const sorted: Table['sorted'] = (rows, columns, by, descending) => {
    const column = columns.find(({ id }) => id === by);
    if (column === undefined) return rows;
    const sign = descending ? -1 : 1;
    return rows
      .map((row) => ({ row, value: column.sortBy(row) }))
      .toSorted((a, b) => compare(a.value, b.value, sign))
      .map(({ row }) => row);
  };

  /** What has no value comes last in either order. */
  function compare(a: string | number | null, b: string | number | null, sign: number): number {
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return a < b ? -sign : sign;
  }

  return { table: make, pager, sorted, pageOf: (index, pageSize) => Math.floor(index / pageSize) + 1 };
}
