import { latestChanges, type RuleChange } from '../../../audit/history.ts';
import { number } from '../../../text/number.ts';
import { head } from './data.ts';
import { opening } from './disclosure.ts';
import { button, div, el, icon, paragraph, svg } from './dom.ts';
import { hrefOf } from './route.ts';
import { day, foreign, SEVERITY_NAMES, severityMark } from './text.ts';

const MAX_CHANGES = 3;
const HEIGHT = 26;

/** How the findings changed over the audits of the site; null without an earlier one. */
export function trend(): HTMLElement | null {
  const { history } = head;
  if (history.length < 2) return null;
  const rows = SEVERITY_NAMES.map(([severity, name]) => {
    const values = history.map(({ severities }) => severities[severity]);
    const [before = 0, now = 0] = values.slice(-2);
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, severityMark(severity, name)),
      el('td', { class: 'spark' }, columns(values, severity, `${name}: ${values.map(number).join(', ')}`)),
      el('td', { class: 'number' }, change({ before, now })),
    );
  });
  return el(
    'section',
    { class: 'chart trend' },
    el('h3', {}, 'How the site got on'),
    el('table', { class: 'legend' }, el('tbody', {}, ...rows)),
    ...changes(),
    ...allAudits(),
  );
}

/** One column for each audit, the tallest for the most findings. */
function columns(values: readonly number[], tone: string, spoken: string): SVGElement {
  const most = Math.max(1, ...values);
  const step = 100 / values.length;
  const drawn = values.map((value, at) => {
    const height = value === 0 ? 1 : Math.max(2, (HEIGHT * value) / most);
    return svg('rect', {
      class: value === 0 ? 'other' : tone,
      x: `${step * (at + 0.1)}%`,
      y: HEIGHT - height,
      width: `${step * 0.8}%`,
      height,
    });
  });
  return svg('svg', { class: 'columns', width: '100%', height: HEIGHT, role: 'img', 'aria-label': spoken }, ...drawn);
}

function change({ before, now }: Pick<RuleChange, 'before' | 'now'>): string {
  return before === now ? number(now) : `${number(before)} → ${number(now)}`;
}

/** What changed most since the audit before. */
function changes(): readonly HTMLElement[] {
  const { history, rules } = head;
  const all = latestChanges(history);
  if (all.length === 0) return [paragraph('note', `The same findings by rule as on ${earlierDay()}.`)];
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  const rows = all.slice(0, MAX_CHANGES).map((one) => {
    const title = foreign(titles.get(one.rule) ?? one.rule);
    const name = one.now === 0 ? title : el('a', { href: hrefOf({ tab: 'findings', rule: one.rule }) }, title);
    return el('tr', {}, el('th', { scope: 'row' }, name), el('td', { class: 'number' }, change(one)));
  });
  const left = all.length - rows.length;
  return [
    paragraph('subtitle', `Changed most since ${earlierDay()}`),
    el('table', { class: 'legend' }, el('tbody', {}, ...rows)),
    ...(left > 0 ? [paragraph('note', `and ${number(left)} more`)] : []),
  ];
}

function earlierDay(): string {
  return day(Date.parse(head.history.at(-2)?.crawled ?? ''));
}

/** The figures behind the columns. */
function allAudits(): readonly HTMLElement[] {
  const toggle = button({ class: 'toggle' }, icon('chevron'), `All ${number(head.history.length)} audits`);
  const body = div('body');
  const isOpen = false;
  toggle.addEventListener('click', opening({ toggle, body, isOpen, content: auditTable }));
  return [toggle, body];
}

function auditTable(): HTMLElement {
  const names = ['Crawled', ...SEVERITY_NAMES.map(([, name]) => name), 'Pages'];
  const rows = head.history.toReversed().map(({ crawled, severities, pages }) => {
    const values = [...SEVERITY_NAMES.map(([severity]) => severities[severity]), pages];
    const cells = values.map((value) => el('td', { class: 'number' }, number(value)));
    return el('tr', {}, el('th', { scope: 'row' }, day(Date.parse(crawled))), ...cells);
  });
  const heads = names.map((name, at) => el('th', { scope: 'col', class: at === 0 ? '' : 'number' }, name));
  return el('table', { class: 'legend' }, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows));
}
