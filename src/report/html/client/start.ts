import { counted } from '../../../text/number.ts';
import { clusters } from './clusters/clusters.ts';
import { head, readLists } from './data.ts';
import { div, el, paragraph } from './dom.ts';
import { findings } from './findings/findings.ts';
import { helpButton, listenToKeys } from './keys.ts';
import { ledger } from './ledger.ts';
import { redirects, sitemap, skipped } from './list-tabs.ts';
import { go, place, UNFILTERED, whenPlaceChanges } from './route.ts';
import { moveByKey } from './row-keys.ts';
import { search, searchEverything } from './search.ts';
import { summary } from './summary.ts';
import { type TabOptions, Tabs } from './tabs.ts';
import { day, plainUrl } from './text.ts';
import { themeButton } from './theme.ts';
import { urls } from './urls/urls.ts';

const { totals, seeds, createdAt, version } = head;

const TABS: readonly TabOptions[] = [
  { id: 'summary', name: 'Summary', count: null, view: summary },
  { id: 'findings', name: 'Findings', count: totals.findings, view: findings },
  { id: 'urls', name: 'URLs', count: totals.entries, view: urls },
  { id: 'clusters', name: 'Clusters', count: totals.clusters, view: clusters },
  { id: 'redirects', name: 'Redirects', count: totals.redirects, view: redirects },
  { id: 'sitemap', name: 'Sitemap', count: totals.sitemap, view: sitemap },
  { id: 'skipped', name: 'Skipped', count: totals.skipped, view: skipped },
  { id: 'ledger', name: 'Claims', count: totals.claims, view: ledger },
  { id: 'search', name: 'Search', count: null, view: search },
];

const KEYS = [
  ['/', 'to the filter'],
  ['1 – 9', 'to a tab'],
  ['← →', 'from tab to tab'],
  ['↓ ↑', 'from the filter to the rows, and from row to row'],
  ['Enter', 'open or close a row'],
  ['?', 'this list'],
  ['Esc', 'close it, or leave the filter'],
] as const;

/** Draws the page, and reads its data. */
export function start(): void {
  const tabs = new Tabs('Parts of the report', TABS, {
    shown: () => place().tab,
    show: (tab) => go({ ...UNFILTERED, tab, sort: '', descending: false }),
  });
  document.body.prepend(
    header(),
    el('nav', { class: 'tabs', 'aria-label': 'Parts' }, tabs.list),
    el('main', {}, ...tabs.panels),
  );
  listenToKeys({ list: KEYS, field: '.filter', act: moveByKey });
  whenPlaceChanges(() => tabs.draw());
  readLists(() => tabs.redraw());
  tabs.draw();
}

function header(): HTMLElement {
  const [first = 'crawl'] = seeds;
  const others = seeds.length - 1;
  return el(
    'header',
    {},
    div(
      'masthead',
      paragraph('eyebrow', 'Canonical audit'),
      el('h1', {}, plainUrl(first.replace(/^https?:\/\/([^/]+)\/?$/, '$1'))),
      paragraph(
        'meta',
        others > 0 ? `and ${counted(others, 'other seed')} · ` : '',
        day(Date.parse(createdAt)),
        ` · dustpan ${version}`,
      ),
    ),
    searchEverything(),
    div('actions', themeButton(), helpButton()),
  );
}
