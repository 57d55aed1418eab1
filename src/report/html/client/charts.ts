import type { Client } from './client.ts';
import type { Child } from './dom.ts';

/** A bar, a part or a column. */
export interface Amount {
  readonly label: string;
  readonly value: number;
  /** The class that colours it. */
  readonly tone: string;
  /** Where more is to be seen of it; null where nowhere is. */
  readonly href: string | null;
  /** What else is to be said of it; null where nothing is. */
  readonly note?: string | null;
}

export interface Charts {
  /** A bar a row, each as long as its share of the longest. */
  readonly bars: (title: string, amounts: readonly Amount[]) => HTMLElement;
  /** One bar of parts, with a legend. */
  readonly split: (title: string, amounts: readonly Amount[]) => HTMLElement;
  /** Columns, from left to right. */
  readonly columns: (title: string, amounts: readonly Amount[]) => HTMLElement;
}

/** Draws charts: a table for those who cannot see, with drawings in it for those who can. */
export function charts({ dom: { el, svg }, text }: Client): Charts {
  const MAX_BARS = 10;

  function figure(title: string, ...content: readonly Child[]): HTMLElement {
    return el('figure', { class: 'chart' }, el('figcaption', {}, title), ...content);
  }

  function sum(amounts: readonly Amount[]): number {
    return amounts.reduce((total, { value }) => total + value, 0);
  }

  function share(value: number, total: number): string {
    const percent = total === 0 ? 0 : (100 * value) / total;
    return percent > 0 && percent < 1 ? '<1 %' : `${Math.round(percent)} %`;
  }

  function label({ label: name, href, note }: Amount): readonly Child[] {
    const shown = text.foreign(name);
    const linked = href === null ? shown : el('a', { href }, shown);
    return [linked, note === undefined || note === null ? null : el('span', { class: 'note' }, note)];
  }

  function legend(
    amounts: readonly Amount[],
    total: number,
    drawing: (amount: Amount) => readonly Child[],
  ): HTMLElement {
    const rows = amounts.map((amount) =>
      el(
        'tr',
        {},
        el('th', { scope: 'row' }, ...drawing(amount)),
        el('td', {}, text.number(amount.value)),
        el('td', { class: 'share' }, share(amount.value, total)),
      ),
    );
    return el('table', { class: 'legend' }, el('tbody', {}, ...rows));
  }

  const bars: Charts['bars'] = (title, amounts) => {
    const shown = amounts.slice(0, MAX_BARS);
    const longest = Math.max(1, ...shown.map(({ value }) => value));
    const bar = (amount: Amount): readonly Child[] => [
      ...label(amount),
      svg(
        'svg',
        { class: 'bar', width: '100%', height: 6, 'aria-hidden': 'true' },
        svg('rect', { class: 'track', width: '100%', height: 6, rx: 2 }),
        svg('rect', { class: amount.tone, width: `${(100 * amount.value) / longest}%`, height: 6, rx: 2 }),
      ),
    ];
    const left = amounts.length - shown.length;
    return figure(
      title,
      amounts.length === 0 ? el('p', { class: 'empty' }, 'None.') : legend(shown, sum(amounts), bar),
      left > 0
        ? el(
            'p',
            { class: 'note' },
            `and ${text.number(left)} more, together ${text.number(sum(amounts.slice(MAX_BARS)))}`,
          )
        : null,
    );
  };

  const split: Charts['split'] = (title, amounts) => {
    const total = sum(amounts);
    if (total === 0) return figure(title, el('p', { class: 'empty' }, 'None.'));
    let at = 0;
    const parts = amounts.map(({ value, tone }) => {
      const part = svg('rect', { class: tone, x: `${at}%`, width: `${(100 * value) / total}%`, height: 20 });
      at += (100 * value) / total;
      return part;
    });
    const spoken = amounts.map(({ label: name, value }) => `${name} ${text.number(value)}`).join(', ');
    const dot = (amount: Amount): readonly Child[] => [
      svg(
        'svg',
        { class: 'dot', width: 10, height: 10, 'aria-hidden': 'true' },
        svg('rect', { class: amount.tone, width: 10, height: 10, rx: 2 }),
      ),
      ...label(amount),
    ];
    return figure(
      title,
      svg(
        'svg',
        { class: 'split', width: '100%', height: 20, role: 'img', 'aria-label': `${title}: ${spoken}` },
        ...parts,
      ),
      legend(amounts, total, dot),
    );
  };

  const columns: Charts['columns'] = (title, amounts) => {
    const HEIGHT = 132;
    const tallest = Math.max(1, ...amounts.map(({ value }) => value));
    const step = 100 / Math.max(1, amounts.length);
    const drawn = amounts.flatMap(({ label: name, value, tone }, index) => {
      const height = value === 0 ? 0 : Math.max(2, (HEIGHT * value) / tallest);
      const middle = `${step * (index + 0.5)}%`;
      const top = 20 + HEIGHT - height;
      return [
        svg('rect', { class: tone, x: `${step * (index + 0.15)}%`, y: top, width: `${step * 0.7}%`, height, rx: 2 }),
        svg('text', { x: middle, y: top - 6, 'text-anchor': 'middle' }, text.number(value)),
        svg('text', { class: 'axis', x: middle, y: 20 + HEIGHT + 18, 'text-anchor': 'middle' }, name),
      ];
    });
    const spoken = amounts.map(({ label: name, value }) => `${name}: ${text.number(value)}`).join(', ');
    return figure(
      title,
      svg('svg', { class: 'columns', width: '100%', height: HEIGHT + 44, role: 'img', 'aria-label': spoken }, ...drawn),
    );
  };

  return { bars, split, columns };
}
