import type { Finding } from '../../../audit/finding.ts';
import type { Client, View } from './client.ts';
import type { Column, TableOptions } from './table.ts';

/** The tab of findings: by rule and cause, or as one table. */
export function findings({
  dom: { el, icon },
  text,
  route,
  data,
  table,
  listing,
  findingDetail,
  findingFilter,
  findingGroups,
}: Client): View {
  const PAGE_SIZE = 50;
  const CAUSE_PAGE_SIZE = 10;
  const RANKS: readonly string[] = ['error', 'warning', 'info', 'pass'];

  const columns: readonly Column<Finding>[] = [
    {
      id: 'severity',
      title: 'Severity',
      kind: 'icon',
      sortBy: ({ severity }) => RANKS.indexOf(severity),
      cell: ({ severity }) =>
        el('span', { class: `severity ${severity}` }, icon(severity), el('span', { class: 'name' }, severity)),
    },
    {
      id: 'url',
      title: 'URL',
      kind: 'main',
      sortBy: ({ url }) => url,
      cell: ({ url, message }) =>
        el(
          'div',
          { class: 'described' },
          el('div', {}, text.plainUrl(url)),
          el('div', { class: 'message' }, text.foreign(message)),
        ),
    },
    {
      id: 'rule',
      title: 'Rule',
      kind: 'wide',
      sortBy: ({ rule }) => rule,
      cell: ({ rule }) => el('code', {}, text.foreign(rule)),
    },
    {
      id: 'status',
      title: 'Status',
      kind: 'wide number',
      sortBy: ({ page }) => page.status,
      cell: ({ page }) => text.status(page.status),
    },
    {
      id: 'depth',
      title: 'Depth',
      kind: 'wide number',
      sortBy: ({ page }) => page.depth,
      cell: ({ page }) => text.number(page.depth),
    },
    {
      id: 'inlinks',
      title: 'Links',
      kind: 'wide number',
      sortBy: ({ page }) => page.inlinks,
      cell: ({ page }) => text.number(page.inlinks),
    },
  ];
  const inGroups = columns.filter(({ id }) => id !== 'rule' && id !== 'severity');

  const said = listing.status();
  const results = el('div', { class: 'results' });
  const copied = el('span', { class: 'copied', role: 'status', 'aria-live': 'polite' });
  const views = [viewButton('', 'By rule and cause'), viewButton('list', 'As a list')];
  let shown: readonly Finding[] = [];

  function viewButton(view: string, name: string): HTMLButtonElement {
    return el('button', { type: 'button', 'data-view': view, click: () => route.go({ view }) }, name);
  }

  async function copy(): Promise<void> {
    const rows = findingFilter.toCsv(shown);
    try {
      await navigator.clipboard.writeText(rows);
    } catch {
      copyFromField(rows);
    }
    copied.textContent = `${text.count(shown.length, 'row')} copied`;
  }

  /** Where the clipboard is not to be had otherwise: no secure context, or no leave. */
  function copyFromField(rows: string): void {
    const field = el('textarea', { class: 'hidden', 'aria-hidden': 'true' });
    field.value = rows;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }

  function options(
    rows: readonly Finding[],
    label: string,
    open: string,
  ): Omit<TableOptions<Finding>, 'columns' | 'page' | 'pageSize' | 'onPage' | 'sorting'> {
    return {
      label,
      rows,
      detail: findingDetail.show,
      isOpen: ({ fingerprint }) => fingerprint === open,
      onToggle: ({ fingerprint }, isOpen) => route.note({ finding: isOpen ? fingerprint : '' }),
    };
  }

  /** @param open the finding that the address names, if it is among them */
  function list(rows: readonly Finding[], open: Finding | null): HTMLElement {
    const { sort, descending, page } = route.now();
    return table.table({
      ...options(rows, 'findings', open?.fingerprint ?? ''),
      columns,
      pageSize: PAGE_SIZE,
      page: open === null ? page : table.pageOf(rows.indexOf(open), PAGE_SIZE),
      onPage: (to) => {
        route.go({ page: to });
        results.scrollIntoView();
      },
      sorting: { by: sort, descending, onSort: (by, down) => route.go({ sort: by, descending: down }) },
    });
  }

  /** The rows of one cause, with pages of their own. */
  function causeRows(rows: readonly Finding[], label: string, open: Finding | null): HTMLElement {
    const holder = el('div', {});
    const at = open === null ? -1 : rows.indexOf(open);
    const show = (page: number): void =>
      holder.replaceChildren(
        table.table({
          ...options(rows, label, open?.fingerprint ?? ''),
          columns: inGroups,
          pageSize: CAUSE_PAGE_SIZE,
          page,
          onPage: show,
          sorting: null,
        }),
      );
    show(at === -1 ? 1 : table.pageOf(at, CAUSE_PAGE_SIZE));
    return holder;
  }

  /** The finding that the address names; filters that hide it are left. */
  function named(): Finding | null {
    const { finding } = route.now();
    if (finding === '') return null;
    const found = data.lists.findings.find(({ fingerprint }) => fingerprint === finding) ?? null;
    if (found !== null && !findingFilter.apply().includes(found))
      route.note({ q: '', severity: [], group: '', rule: '' });
    return found;
  }

  function say(open: Finding | null): void {
    const { finding } = route.now();
    const all = data.head.totals.findings;
    const read = data.isComplete() ? '' : `, reading: ${text.number(data.lists.findings.length)} so far`;
    const missing =
      finding !== '' && open === null && data.isComplete() ? ' (the one of the link is not in this report)' : '';
    said.textContent = `${text.number(shown.length)} of ${text.count(all, 'finding')}${read}${missing}`;
  }

  function draw(): void {
    const open = named();
    const { sort, descending, view } = route.now();
    shown = table.sorted(findingFilter.apply(), columns, sort, descending);
    for (const button of views) button.setAttribute('aria-pressed', String(button.dataset['view'] === view));
    copied.textContent = '';
    say(open);
    results.replaceChildren(
      view === 'list'
        ? list(shown, open)
        : findingGroups.show(shown, (rows, label) => causeRows(rows, label, open), open),
    );
    if (open !== null) reveal();
  }

  /** Brings the open finding into sight. */
  function reveal(): void {
    const toggle = results.querySelector<HTMLElement>('tr .toggle[aria-expanded=true]');
    toggle?.focus({ preventScroll: true });
    toggle?.closest('tr')?.scrollIntoView({ block: 'start' });
  }

  return {
    build: (panel) =>
      panel.append(
        findingFilter.bar,
        el(
          'div',
          { class: 'toolbar' },
          said,
          el('div', { class: 'segments', role: 'group', 'aria-label': 'View' }, ...views),
          el('button', { type: 'button', class: 'copy', click: () => void copy() }, 'Copy as CSV'),
          copied,
        ),
        results,
      ),
    draw,
  };
}
