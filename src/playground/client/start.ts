import { div, el, paragraph } from '../../report/html/client/dom.ts';
import { helpButton, listenToKeys } from '../../report/html/client/keys.ts';
import { type TabOptions, Tabs } from '../../report/html/client/tabs.ts';
import { themeButton } from '../../report/html/client/theme.ts';
import type { View } from '../state.ts';
import { compareView } from './compare-view.ts';
import { dedupView } from './dedup-view.ts';
import { acceptDrops } from './list-input.ts';
import { settings } from './settings.ts';
import { change, keepingFocus, startStore, state } from './store.ts';
import { urlsView } from './urls-view.ts';

const TABS: readonly (TabOptions & { readonly id: View })[] = [
  { id: 'urls', name: 'Canonicalize', count: null, view: urlsView },
  { id: 'compare', name: 'Compare', count: null, view: compareView },
  { id: 'dedup', name: 'Deduplicate', count: null, view: dedupView },
];

const KEYS = [
  ['/', 'to the first field'],
  ['1 – 3', 'to a tab'],
  ['← →', 'from tab to tab'],
  ['?', 'this list'],
  ['Esc', 'close it, or leave a field'],
] as const;

/** Draws the page. */
export function start(): void {
  const tabs = new Tabs('What to do', TABS, {
    shown: () => state().view,
    show: (id) => change({ view: TABS.find((tab) => tab.id === id)?.id ?? 'urls' }, 'step'),
  });
  const common = settings();
  document.body.prepend(
    header(),
    el('nav', { class: 'tabs', 'aria-label': 'What to do' }, tabs.list),
    el('main', {}, common.element, ...tabs.panels),
    footer(),
  );
  listenToKeys({ list: KEYS, field: '.first-field' });
  acceptDrops();
  for (const panel of tabs.panels) panel.tabIndex = -1;
  startStore(() =>
    keepingFocus(() => {
      common.draw();
      tabs.draw();
    }),
  );
}

function header(): HTMLElement {
  return el(
    'header',
    {},
    div(
      'masthead',
      paragraph('eyebrow', 'dustpan playground'),
      el('h1', {}, 'Which URLs are the same page?'),
      paragraph('meta', 'Everything happens in this page. Nothing that you enter is sent anywhere.'),
    ),
    div('actions', themeButton(), helpButton()),
  );
}

function footer(): HTMLElement {
  const licences = document.querySelector<HTMLTemplateElement>('#licences')?.content.textContent ?? '';
  const generator = document.querySelector<HTMLMetaElement>('meta[name=generator]')?.content ?? '';
  return el(
    'footer',
    {},
    el(
      'details',
      {},
      el('summary', {}, `${generator}, MIT license; with these packages`),
      el('pre', { tabindex: 0 }, licences),
    ),
  );
}
