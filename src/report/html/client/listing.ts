import { counted, number } from '../../../text/number.ts';
import { countLine, searchField } from './controls.ts';
import { csvButtons, csvOf } from './copy.ts';
import { div, paragraph } from './dom.ts';
import { needleOf } from './haystacks.ts';
import { go, place } from './route.ts';
import { pageOf, sorted, type TableOptions, table } from './table.ts';
import type { View } from './tabs.ts';

const PAGE_SIZE = 50;

type RowOptions<Row> = Pick<TableOptions<Row>, 'columns' | 'rows' | 'details'>;

interface ListingOptions<Row> extends RowOptions<Row> {
  /** What one row is. */
  readonly noun: string;
  readonly intro: string;
  /** The text that the filter searches. */
  readonly haystack: (row: Row) => string;
}

/** A tab with a table and a filter. */
export function listing<Row extends object>({ noun, intro, haystack, ...options }: ListingOptions<Row>): View {
  const name = `${noun}s`;
  return (panel) => {
    const line = countLine();
    const search = searchField(`Filter ${name}`);
    const results = div('results');
    let shown: readonly Row[] = [];
    const csv = csvButtons(name, () => csvOf(shown));
    panel.append(paragraph('intro', intro), div('toolbar', search.labelled, line, csv), results);
    return () => {
      search.update();
      const { q, sort, descending } = place();
      const found = filtered(options.rows, q, haystack);
      const all = counted(options.rows.length, noun);
      line.textContent = q === '' ? all : `${number(found.length)} of ${all}`;
      const rows = sorted(found, options.columns, sort, descending);
      shown = rows;
      results.replaceChildren(addressedTable({ ...options, label: name, rows }, results, null));
    };
  };
}

/**
 * A table whose page and order are in the address.
 *
 * @param results scrolled to when the page changes
 * @param open the row whose page is shown, instead of the page in the address
 */
export function addressedTable<Row>(
  options: RowOptions<Row> & { readonly label: string },
  results: HTMLElement,
  open: Row | null,
): HTMLElement {
  const { page, sort, descending } = place();
  return table({
    ...options,
    pageSize: PAGE_SIZE,
    page: open === null ? page : pageOf(options.rows.indexOf(open), PAGE_SIZE),
    onPage: (to) => {
      go({ page: to });
      results.scrollIntoView();
    },
    sorting: { by: sort, descending, onSort: (by, down) => go({ sort: by, descending: down }) },
  });
}

/** The rows whose text contains `q`, in any case. */
export function filtered<Row>(rows: readonly Row[], q: string, haystack: (row: Row) => string): readonly Row[] {
  const needle = needleOf(q);
  return needle === '' ? rows : rows.filter((row) => haystack(row).toLowerCase().includes(needle));
}
