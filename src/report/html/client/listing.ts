import type { Client, View } from './client.ts';
import type { Column } from './table.ts';

interface ListingOptions<Row> {
  readonly tab: string;
  /** What a row is, in the plural. */
  readonly name: string;
  readonly intro: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: () => readonly Row[];
  /** What the filter looks in. */
  readonly haystack: (row: Row) => string;
  readonly detail: ((row: Row) => HTMLElement) | null;
}

export interface Listing {
  /** A tab that is a table with a filter. */
  readonly view: <Row>(options: ListingOptions<Row>) => View;
  /** A field for `q` in the address. */
  readonly filter: (label: string) => { readonly field: HTMLElement; readonly update: () => void };
  /** Says how many there are to those who cannot see it, too. */
  readonly status: () => HTMLElement;
}

export function listing({ dom: { el, newId }, text, route, table }: Client): Listing {
  const PAGE_SIZE = 50;

  const filter: Listing['filter'] = (label) => {
    const id = newId();
    const input = el('input', {
      id,
      type: 'search',
      class: 'filter',
      placeholder: 'Filter',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-keyshortcuts': '/',
      input: () => route.go({ q: input.value }, true),
    });
    return {
      field: el(
        'div',
        { class: 'field' },
        el('label', { for: id, class: 'hidden' }, label),
        input,
        el('kbd', { 'aria-hidden': 'true' }, '/'),
      ),
      update: () => {
        const { q } = route.now();
        if (input.value !== q) input.value = q;
      },
    };
  };

  const status: Listing['status'] = () => el('p', { class: 'count', role: 'status', 'aria-live': 'polite' });

  function view<Row>({ tab, name, intro, columns, rows, haystack, detail }: ListingOptions<Row>): View {
    const said = status();
    const { field, update } = filter(`Filter ${name}`);
    const results = el('div', { class: 'results' });
    return {
      build: (panel) =>
        panel.append(el('p', { class: 'intro' }, intro), el('div', { class: 'toolbar' }, field, said), results),
      draw: () => {
        update();
        const { q, sort, descending, page } = route.now();
        const needle = q.toLowerCase();
        const all = rows();
        const matching = needle === '' ? all : all.filter((row) => haystack(row).toLowerCase().includes(needle));
        said.textContent =
          needle === ''
            ? `${text.number(all.length)} ${name}`
            : `${text.number(matching.length)} of ${text.number(all.length)} ${name}`;
        results.replaceChildren(
          table.table({
            label: name,
            columns,
            rows: table.sorted(matching, columns, sort, descending),
            pageSize: PAGE_SIZE,
            page,
            onPage: (to) => {
              route.go({ tab, page: to });
              results.scrollIntoView();
            },
            sorting: { by: sort, descending, onSort: (by, down) => route.go({ tab, sort: by, descending: down }) },
            detail,
            isOpen: () => false,
            onToggle: () => {},
          }),
        );
      },
    };
  }

  return { view, filter, status };
}
