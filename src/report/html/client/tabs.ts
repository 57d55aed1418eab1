import { number } from '../../../text/number.ts';
import { button, el, span } from './dom.ts';
import { beginTab, whenPrinted } from './print.ts';

/** What a tab shows. Fills the empty panel and returns the function that draws what the address and the data say now. */
export type View = (panel: HTMLElement) => () => void;

export interface TabOptions {
  readonly id: string;
  readonly name: string;
  /** Of its rows; null for a tab without rows. */
  readonly count: number | null;
  readonly view: View;
}

/** Says which tab is shown. */
interface TabAddress {
  /** The id of the tab; any other text stands for the first one. */
  readonly shown: () => string;
  readonly show: (id: string) => void;
}

interface Tab {
  readonly id: string;
  readonly toggle: HTMLButtonElement;
  readonly panel: HTMLElement;
  /** Builds the panel when it is shown for the first time. */
  readonly draw: () => void;
}

/** Tabs, of which the address says which one is shown. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export class Tabs {
  readonly #tabs: readonly Tab[];
  readonly list: HTMLElement;
  readonly panels: readonly HTMLElement[];
  readonly #address: TabAddress;

  constructor(label: string, options: readonly TabOptions[], address: TabAddress) {
    this.#address = address;
    this.#tabs = options.map((one) => this.#tab(one));
    this.list = el('div', { role: 'tablist', 'aria-label': label }, ...this.#tabs.map(({ toggle }) => toggle));
    this.panels = this.#tabs.map(({ panel }) => panel);
    whenPrinted(
      () => this.#print(),
      () => this.draw(),
    );
  }

  /** Shows the tab of the address. */
  draw(): void {
    const shown = this.#current();
    for (const tab of this.#tabs) {
      const isShown = tab === shown;
      tab.toggle.setAttribute('aria-selected', String(isShown));
      tab.toggle.tabIndex = isShown ? 0 : -1;
      tab.panel.hidden = !isShown;
    }
    shown?.draw();
    shown?.toggle.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Draws the content of the shown tab again. */
  redraw(): void {
    this.#current()?.draw();
  }

  /** Shows all tabs, one below the other. */
  #print(): void {
    for (const { panel, draw } of this.#tabs) {
      beginTab();
      panel.hidden = false;
      draw();
    }
  }

  #current(): Tab | undefined {
    const shown = this.#address.shown();
    return this.#tabs.find(({ id }) => id === shown) ?? this.#tabs[0];
  }

  #tab({ id, name, count, view }: TabOptions): Tab {
    const toggle = button(
      {
        role: 'tab',
        id: `tab-${id}`,
        'aria-controls': `panel-${id}`,
        click: () => this.#show(id),
        keydown: (event) => this.#move(event),
      },
      name,
      count === null ? null : span('tally', number(count)),
    );
    const panel = el('section', {
      role: 'tabpanel',
      class: id,
      id: `panel-${id}`,
      'aria-labelledby': `tab-${id}`,
      hidden: true,
    });
    panel.append(el('h2', { class: 'hidden' }, name));
    let draw: (() => void) | null = null;
    return { id, toggle, panel, draw: () => (draw ??= view(panel))() };
  }

  #show(id: string): void {
    if (this.#current()?.id !== id) this.#address.show(id);
  }

  /** The arrow keys, Home and End. */
  #move(event: Event): void {
    if (!(event instanceof KeyboardEvent)) return;
    const current = this.#current();
    const at = this.#tabs.findIndex((tab) => tab === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = this.#tabs.at(to % this.#tabs.length);
    next?.toggle.click();
    next?.toggle.focus();
  }
}
