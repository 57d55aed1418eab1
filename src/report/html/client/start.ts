import type { Client, View } from './client.ts';

/** Draws the page: its head, its tabs, and what is in them. */
export function start(client: Client): void {
  const { dom, text, route, data, help } = client;
  const { el, icon } = dom;
  const { totals, seeds, createdAt, version } = data.head;

  interface Tab {
    readonly id: string;
    readonly name: string;
    readonly count: number | null;
    readonly view: View;
    readonly button: HTMLButtonElement;
    readonly panel: HTMLElement;
  }

  const tabs = [
    tab('summary', 'Summary', null, client.summary),
    tab('findings', 'Findings', totals.findings, client.findings),
    tab('clusters', 'Clusters', totals.clusters, client.clusters),
    tab('redirects', 'Redirects', totals.redirects, client.redirects),
    tab('sitemap', 'Sitemap', totals.sitemap, client.sitemap),
    tab('skipped', 'Skipped', totals.skipped, client.skipped),
    tab('ledger', 'Ledger', totals.claims, client.ledger),
  ];

  function tab(id: string, name: string, count: number | null, view: View): Tab {
    const button = el(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${id}`,
        'aria-controls': `panel-${id}`,
        click: () => show(id),
        keydown: move,
      },
      name,
      count === null ? null : el('span', { class: 'tally' }, text.number(count)),
    );
    const panel = el('section', {
      role: 'tabpanel',
      class: id,
      id: `panel-${id}`,
      'aria-labelledby': `tab-${id}`,
      hidden: true,
    });
    return { id, name, count, view, button, panel };
  }

  function show(id: string): void {
    if (current().id !== id)
      route.go({ tab: id, q: '', severity: [], group: '', rule: '', sort: '', descending: false });
  }

  function current(): Tab {
    const { tab: id } = route.now();
    const [first] = tabs;
    const found = tabs.find((one) => one.id === id) ?? first;
    if (found === undefined) throw new Error('there are no tabs');
    return found;
  }

  /** https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
  function move(event: Event): void {
    if (!(event instanceof KeyboardEvent)) return;
    const at = tabs.indexOf(current());
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs.at(to % tabs.length);
    next?.button.click();
    next?.button.focus();
  }

  function draw(): void {
    const shown = current();
    for (const { button, panel } of tabs) {
      const isShown = panel === shown.panel;
      button.setAttribute('aria-selected', String(isShown));
      button.tabIndex = isShown ? 0 : -1;
      panel.hidden = !isShown;
    }
    if (shown.panel.firstChild === null) shown.view.build(shown.panel);
    shown.view.draw();
    shown.button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  function themeButton(): HTMLElement {
    const THEMES = ['auto', 'light', 'dark'];
    const button = el('button', {
      type: 'button',
      class: 'plain theme',
      click: () => use(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto'),
    });
    let theme = stored() ?? 'auto';
    const use = (next: string): void => {
      theme = THEMES.includes(next) ? next : 'auto';
      document.documentElement.dataset['theme'] = theme;
      button.replaceChildren(
        icon('theme'),
        el('span', { class: 'name' }, `${theme[0]?.toUpperCase()}${theme.slice(1)}`),
      );
      button.setAttribute('aria-label', `Colours: ${theme}`);
      store(theme);
    };
    use(theme);
    return button;
  }

  /** Some browsers keep nothing for files. */
  function stored(): string | null {
    try {
      return localStorage.getItem('dustpan-theme');
    } catch {
      return null;
    }
  }

  function store(theme: string): void {
    try {
      localStorage.setItem('dustpan-theme', theme);
    } catch {
      // It is chosen for this time only.
    }
  }

  function header(): HTMLElement {
    const [first = ''] = seeds;
    const others = seeds.length - 1;
    return el(
      'header',
      {},
      el(
        'div',
        { class: 'masthead' },
        el('p', { class: 'eyebrow' }, 'Canonical audit'),
        el('h1', {}, text.plainUrl(first.replace(/^https?:\/\/([^/]+)\/?$/, '$1'))),
        el(
          'p',
          { class: 'meta' },
          others > 0 ? `and ${text.count(others, 'other seed')} · ` : '',
          text.date(Date.parse(createdAt)),
          ` · dustpan ${version}`,
        ),
      ),
      el(
        'div',
        { class: 'actions' },
        themeButton(),
        el(
          'button',
          { type: 'button', class: 'plain', 'aria-label': 'Keyboard', click: help.toggle },
          el('kbd', {}, '?'),
        ),
      ),
    );
  }

  document.body.prepend(
    header(),
    el(
      'div',
      { class: 'tabs' },
      el('div', { role: 'tablist', 'aria-label': 'Parts of the report' }, ...tabs.map(({ button }) => button)),
    ),
    el('main', {}, ...tabs.map(({ panel }) => panel)),
  );
  route.whenChanged(draw);
  data.whenRead(() => current().view.draw());
  draw();
}
