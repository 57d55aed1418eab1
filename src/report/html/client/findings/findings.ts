import { type Finding, SEVERITIES } from '../../../../audit/finding.ts';
import { counted, number } from '../../../../text/number.ts';
import { SEVERITY_WORDS } from '../../../audit/summary-words.ts';
import { countLine } from '../controls.ts';
import { csvButtons } from '../copy.ts';
import { head, isComplete, lists } from '../data.ts';
import { button, div, el, span } from '../dom.ts';
import { addressedTable } from '../listing.ts';
import { MAX_ROWS } from '../print.ts';
import { go, note, place, UNFILTERED } from '../route.ts';
import { type Column, type Details, numberColumn, pageOf, selfPaged, sorted, statusColumn } from '../table.ts';
import type { View } from '../tabs.ts';
import { foreign, plainUrl, severityMark } from '../text.ts';
import { findingsCsv } from './finding-csv.ts';
import { findingDetail } from './finding-detail.ts';
import { FindingFilter } from './finding-filter.ts';
import { findingGroups } from './finding-groups.ts';

const CAUSE_PAGE_SIZE = 10;

const COLUMNS: readonly Column<Finding>[] = [
  {
    id: 'severity',
    title: 'Severity',
    kind: 'icon',
    sortBy: ({ severity }) => SEVERITIES.indexOf(severity),
    cell: ({ severity }) => severityMark(severity, span('name', SEVERITY_WORDS[severity])),
  },
  {
    id: 'url',
    title: 'URL',
    kind: 'main',
    sortBy: ({ url }) => url,
    cell: ({ url, message }) => div('described', el('div', {}, plainUrl(url)), div('message', foreign(message))),
  },
  {
    id: 'rule',
    title: 'Rule',
    kind: 'wide',
    sortBy: ({ rule }) => rule,
    cell: ({ rule }) => el('code', {}, foreign(rule)),
  },
  statusColumn('status', 'Status', 'wide number', ({ page }) => page.status),
  numberColumn('depth', 'Depth', 'wide number', ({ page }) => page.depth),
  numberColumn('inlinks', 'Links', 'wide number', ({ page }) => page.inlinks),
];
/** In a group, all rows have the same rule. */
const GROUP_COLUMNS = COLUMNS.filter(({ id }) => id !== 'rule' && id !== 'severity');

/** The tab of findings: by rule and cause, or as one table. */
export const findings: View = (panel) => {
  const tab = new FindingsTab(panel);
  return () => tab.draw();
};

class FindingsTab {
  readonly #filter = new FindingFilter();
  readonly #line = countLine();
  readonly #results = div('results');
  readonly #views = [viewButton('', 'By rule and cause'), viewButton('list', 'As a list')];
  #shown: readonly Finding[] = [];

  constructor(panel: HTMLElement) {
    panel.append(
      this.#filter.bar,
      div(
        'toolbar',
        this.#line,
        el('div', { class: 'segments', role: 'group', 'aria-label': 'View' }, ...this.#views),
        csvButtons('findings', () => findingsCsv(this.#shown)),
      ),
      this.#results,
    );
  }

  draw(): void {
    const open = this.#named();
    const { sort, descending, view } = place();
    const matching = this.#filter.apply();
    this.#shown = view === 'list' ? sorted(matching, COLUMNS, sort, descending) : matching;
    for (const one of this.#views) one.setAttribute('aria-pressed', String(one.dataset['view'] === view));
    this.#line.textContent = this.#count(open);
    this.#results.replaceChildren(
      view === 'list'
        ? addressedTable(
            { label: 'findings', columns: COLUMNS, rows: this.#shown, details: detailsOf(open) },
            this.#results,
            open,
          )
        : findingGroups(this.#shown, (rows, label) => causeRows(rows, label, open), open),
    );
    if (open !== null) this.#reveal();
  }

  /** The finding that the address names. Switches off filters that hide it. */
  #named(): Finding | null {
    const { finding, url } = place();
    if (finding === '') return null;
    const sharing = lists.findings.filter(({ fingerprint }) => fingerprint === finding);
    const found = sharing.find((one) => one.url === url) ?? sharing[0] ?? null;
    if (found !== null && !this.#filter.apply().includes(found)) note(UNFILTERED);
    return found;
  }

  #count(open: Finding | null): string {
    const shown = `${number(this.#shown.length)} of ${counted(head.totals.findings, 'finding')}`;
    if (!isComplete()) return `${shown}, reading: ${number(lists.findings.length)} so far`;
    const isMissing = place().finding !== '' && open === null;
    return isMissing ? `${shown} (the one of the link is not in this report)` : shown;
  }

  /** Scrolls to the open finding. */
  #reveal(): void {
    const toggle = this.#results.querySelector<HTMLElement>('tr .toggle[aria-expanded=true]');
    toggle?.focus({ preventScroll: true });
    toggle?.closest('tr')?.scrollIntoView({ block: 'start' });
  }
}

function viewButton(view: string, name: string): HTMLButtonElement {
  return button({ 'data-view': view, click: () => go({ view }) }, name);
}

function causeRows(rows: readonly Finding[], label: string, open: Finding | null): HTMLElement {
  return selfPaged({
    label,
    columns: GROUP_COLUMNS,
    rows,
    pageSize: CAUSE_PAGE_SIZE,
    // Else the first cause would leave no room for the others.
    printed: lists.findings.length > MAX_ROWS ? CAUSE_PAGE_SIZE : rows.length,
    page: open !== null && rows.includes(open) ? pageOf(rows.indexOf(open), CAUSE_PAGE_SIZE) : 1,
    details: detailsOf(open),
  });
}

function detailsOf(open: Finding | null): Details<Finding> {
  return {
    show: findingDetail,
    isOpen: (finding) => finding === open,
    onToggle: ({ fingerprint, url }, isOpen) => note(isOpen ? { finding: fingerprint, url } : { finding: '', url: '' }),
  };
}
