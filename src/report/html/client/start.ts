import { counted } from '../../../text/number.ts';
import { clusters } from './clusters/clusters.ts';
import { head, readLists } from './data.ts';
import { button, div, el, icon, paragraph, span } from './dom.ts';
import { findings } from './findings/findings.ts';
import { listenToKeys, toggleHelp } from './help.ts';
import { ledger } from './ledger.ts';
import { redirects, sitemap, skipped } from './list-tabs.ts';
import { whenPlaceChanges } from './route.ts';
import { search, searchEverything } from './search.ts';
import { summary } from './summary.ts';
import { type TabOptions, Tabs } from './tabs.ts';
import { day, plainUrl } from './text.ts';
import { urls } from './urls/urls.ts';

const { totals, seeds, createdAt, version } = head;

const THEMES = ['auto', 'light', 'dark'] as const;
const STORED = 'dustpan-theme';

type Theme = (typeof THEMES)[number];

const TABS: readonly TabOptions[] = [
  { id: 'summary', name: 'Summary', count: null, view: summary },
  { id: 'findings', name: 'Findings', count: totals.findings, view: findings },
  { id: 'urls', name: 'URLs', count: totals.entries, view: urls },
  { id: 'clusters', name: 'Clusters', count: totals.clusters, view: clusters },
  { id: 'redirects', name: 'Redirects', count: totals.redirects, view: redirects },
  { id: 'sitemap', name: 'Sitemap', count: totals.sitemap, view: sitemap },
  { id: 'skipped', name: 'Skipped', count: totals.skipped, view: skipped },
  { id: 'ledger', name: 'Ledger', count: totals.claims, view: ledger },
  { id: 'search', name: 'Search', count: null, view: search },
];

/** Draws the page, and reads its data. */
export function start(): void {
  const tabs = new Tabs('Parts of the report', TABS);
  document.body.prepend(
    header(),
    el('nav', { class: 'tabs', 'aria-label': 'Parts' }, tabs.list),
    el('main', {}, ...tabs.panels),
  );
  listenToKeys();
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
    div(
      'actions',
      themeButton(),
      button({ class: 'plain', 'aria-label': 'Keyboard', click: toggleHelp }, el('kbd', {}, '?')),
    ),
  );
}

/** The button that goes from one choice of colours to the next. */
function themeButton(): HTMLElement {
  let theme = themeOf(stored());
  const toggle = button({
    class: 'plain theme',
    click: () => use(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto'),
  });
  const use = (next: Theme): void => {
    theme = next;
    document.documentElement.dataset['theme'] = theme;
    toggle.replaceChildren(icon('theme'), span('name', `${theme[0]?.toUpperCase()}${theme.slice(1)}`));
    toggle.setAttribute('aria-label', `Colours: ${theme}`);
    store(theme);
  };
  use(theme);
  return toggle;
}

function themeOf(name: string | null): Theme {
  return THEMES.find((theme) => theme === name) ?? 'auto';
}

/** Null also where the browser stores nothing for pages from files. */
function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // The choice holds until somebody closes the page.
  }
}
