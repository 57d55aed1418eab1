import { number } from '../../../text/number.ts';
import { type Child, el, paragraph, span, svg } from './dom.ts';
import { foreign } from './text.ts';

/** Draws charts. Each names its figures for screen readers too. */

/** A bar, a part or a column. */
export interface Amount {
  readonly label: string;
  readonly value: number;
  /** The class that colours it. */
  readonly tone: string;
  /** Leads to more about it. */
  readonly href?: string;
  readonly note?: string;
  /** What the bar consists of; without it, the bar has one colour. */
  readonly parts?: readonly Pick<Amount, 'value' | 'tone'>[];
}

const MAX_BARS = 10;
/** Of the tallest column, in pixels; its figure stands above it, its name below. */
const COLUMN_HEIGHT = 132;
const FIGURE_HEIGHT = 20;
const NAME_HEIGHT = 24;

/** A bar for each amount, as long as its share of the longest. Shows the first few. */
export function barChart(title: string, amounts: readonly Amount[]): HTMLElement {
  const shown = amounts.slice(0, MAX_BARS);
  const longest = Math.max(1, ...shown.map(({ value }) => value));
  const left = amounts.length - shown.length;
  const rest = number(sum(amounts.slice(MAX_BARS)));
  return figure(
    title,
    amounts.length === 0 ? none() : legend(shown, sum(amounts), (amount) => [...label(amount), bar(amount, longest)]),
    left > 0 ? paragraph('note', `and ${number(left)} more, together ${rest}`) : null,
  );
}

/** One bar of parts, with a legend. */
export function splitChart(title: string, amounts: readonly Amount[]): HTMLElement {
  const total = sum(amounts);
  if (total === 0) return figure(title, none());
  let at = 0;
  const parts = amounts.map(({ value, tone }) => {
    const [x, width] = [at, (100 * value) / total];
    at += width;
    return svg('rect', { class: tone, x: `${x}%`, width: `${width}%`, height: 20 });
  });
  const spoken = amounts.map(({ label: name, value }) => `${name} ${number(value)}`).join(', ');
  return figure(
    title,
    svg(
      'svg',
      { class: 'split', width: '100%', height: 20, role: 'img', 'aria-label': `${title}: ${spoken}` },
      ...parts,
    ),
    legend(amounts, total, (amount) => [dot(amount), ...label(amount)]),
  );
}

/** Columns, from left to right. */
export function columnChart(title: string, amounts: readonly Amount[]): HTMLElement {
  const tallest = Math.max(1, ...amounts.map(({ value }) => value));
  const step = 100 / Math.max(1, amounts.length);
  const drawn = amounts.flatMap((amount, index) => column(amount, index, step, tallest));
  const spoken = amounts.map(({ label: name, value }) => `${name}: ${number(value)}`).join(', ');
  const height = FIGURE_HEIGHT + COLUMN_HEIGHT + NAME_HEIGHT;
  return figure(
    title,
    svg('svg', { class: 'columns', width: '100%', height, role: 'img', 'aria-label': spoken }, ...drawn),
  );
}

/** @param step from one column to the next, in percent of the width */
function column(
  { label: name, value, tone }: Amount,
  index: number,
  step: number,
  tallest: number,
): readonly SVGElement[] {
  const height = value === 0 ? 0 : Math.max(2, (COLUMN_HEIGHT * value) / tallest);
  const ground = FIGURE_HEIGHT + COLUMN_HEIGHT;
  const y = ground - height;
  const middle = { x: `${step * (index + 0.5)}%`, 'text-anchor': 'middle' };
  return [
    svg('rect', { class: tone, x: `${step * (index + 0.15)}%`, y, width: `${step * 0.7}%`, height, rx: 2 }),
    svg('text', { ...middle, y: y - 6 }, number(value)),
    svg('text', { class: 'axis', ...middle, y: ground + 18 }, name),
  ];
}

function bar({ value, tone, parts = [{ value, tone }] }: Amount, longest: number): SVGElement {
  let at = 0;
  const drawn = parts.map((part) => {
    const [x, width] = [at, (100 * part.value) / longest];
    at += width;
    return svg('rect', { class: part.tone, x: `${x}%`, width: `${width}%`, height: 6 });
  });
  return svg(
    'svg',
    { class: 'bar', width: '100%', height: 6, 'aria-hidden': 'true' },
    svg('rect', { class: 'track', width: '100%', height: 6, rx: 2 }),
    ...drawn,
  );
}

function dot({ tone }: Amount): SVGElement {
  return svg(
    'svg',
    { class: 'dot', width: 10, height: 10, 'aria-hidden': 'true' },
    svg('rect', { class: tone, width: 10, height: 10, rx: 2 }),
  );
}

function legend(amounts: readonly Amount[], total: number, show: (amount: Amount) => readonly Child[]): HTMLElement {
  const rows = amounts.map((amount) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, ...show(amount)),
      el('td', {}, number(amount.value)),
      el('td', { class: 'share' }, share(amount.value, total)),
    ),
  );
  return el('table', { class: 'legend' }, el('tbody', {}, ...rows));
}

function label({ label: name, href, note }: Amount): readonly Child[] {
  const shown = foreign(name);
  return [href === undefined ? shown : el('a', { href }, shown), note === undefined ? null : span('note', note)];
}

function share(value: number, total: number): string {
  const percent = total === 0 ? 0 : (100 * value) / total;
  return percent > 0 && percent < 1 ? '<1 %' : `${Math.round(percent)} %`;
}

function figure(title: string, ...content: readonly Child[]): HTMLElement {
  return el('section', { class: 'chart' }, el('h3', {}, title), ...content);
}

function none(): HTMLElement {
  return paragraph('empty', 'None.');
}

function sum(amounts: readonly Amount[]): number {
  return amounts.reduce((total, { value }) => total + value, 0);
}
