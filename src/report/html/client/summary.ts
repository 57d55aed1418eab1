import { counted, number } from '../../../text/number.ts';
import { type Amount, barChart, columnChart, splitChart } from './charts.ts';
import { head } from './data.ts';
import { type Child, div, el, icon, paragraph } from './dom.ts';
import { hrefOf, type Place } from './route.ts';
import type { View } from './tabs.ts';
import { foreign, SEVERITIES, severityMark } from './text.ts';

const MAX_COLUMNS = 12;

// Maps: a site may use the name of a property of every object.
const CANONICALS = new Map([
  ['self', { label: 'name themselves', tone: 'pass' }],
  ['elsewhere', { label: 'name another page', tone: 'info' }],
  ['none', { label: 'name none', tone: 'warning' }],
  ['conflicting', { label: 'name several', tone: 'error' }],
]);
const STATE_TONES = new Map([
  ['done', 'pass'],
  ['failed', 'error'],
  ['skipped', 'other'],
]);

const { severities, states, statuses, canonicals, saved, depths, byRule, pages, indexable } = head.summary;

/** The first tab: the audit in figures. */
export const summary: View = (panel) => {
  const cards = [
    ['tall', ruleChart()],
    ['third', depthChart()],
    ['third', severityChart()],
    ['half', canonicalChart()],
    ['half', stateChart()],
    ['half', savedChart()],
    ['half', statusChart()],
  ] as const;
  panel.append(
    figures(),
    ...(head.fixed > 0 ? [fixed(head.fixed)] : []),
    ...(head.firstSteps.length > 0 ? [firstSteps()] : []),
    div('cards', ...cards.map(([width, chart]) => div(`card ${width}`, chart))),
  );
  return () => {};
};

function figures(): HTMLElement {
  const duplicates = saved.reduce((sum, { count }) => sum + count, 0);
  return el(
    'ul',
    { class: 'figures' },
    ...SEVERITIES.map(([severity, name]) =>
      figure(severities[severity], severityMark(severity, name), severity, toFindings({ severity: [severity] })),
    ),
    figure(pages, 'Pages'),
    figure(indexable, 'Indexable'),
    figure(duplicates, 'Fetches saved'),
  );
}

function figure(value: number, name: Child, tone = '', href: string | null = null): HTMLElement {
  const content = [el('strong', {}, number(value)), el('span', {}, name)];
  return el('li', { class: tone }, href === null ? el('div', {}, ...content) : el('a', { href }, ...content));
}

/** What to change first, where, and how many pages that mends. */
function firstSteps(): HTMLElement {
  const items = head.firstSteps.map(({ rule, severity, remedy, cause, pages: mended }) =>
    el(
      'li',
      {},
      el('a', { href: toFindings({ rule }) }, severityMark(severity, foreign(remedy))),
      paragraph('note', foreign(rule), ', ', foreign(cause), `: ${counted(mended, 'page')}`),
    ),
  );
  const list = el('figure', { class: 'chart' }, el('figcaption', {}, 'Do this first'), el('ol', {}, ...items));
  return div('cards', div('card', list));
}

function fixed(count: number): HTMLElement {
  const text = `${counted(count, 'finding')} of the earlier audit ${count === 1 ? 'is' : 'are'} no more.`;
  return paragraph('fixed', icon('pass'), text);
}

function ruleChart(): HTMLElement {
  const amounts = head.rules
    .map(({ id, title, severity }): Amount => {
      return { label: title, value: byRule[id] ?? 0, tone: severity, href: toFindings({ rule: id }), note: id };
    })
    .filter(({ value }) => value > 0);
  return barChart('Most frequent findings', largestFirst(amounts));
}

function severityChart(): HTMLElement {
  const amounts = SEVERITIES.map(([severity, label]): Amount => {
    return { label, value: severities[severity], tone: severity, href: toFindings({ severity: [severity] }) };
  });
  return splitChart('Findings by severity', amounts);
}

function canonicalChart(): HTMLElement {
  const amounts = Object.entries(canonicals).map(([name, value]): Amount => {
    return { label: name, tone: 'other', ...CANONICALS.get(name), value };
  });
  return splitChart('Canonical URLs: pages that', amounts);
}

function statusChart(): HTMLElement {
  const amounts = Object.entries(statuses).map(([label, value]): Amount => ({ label, value, tone: toneOf(label) }));
  return barChart('Answers of the server', largestFirst(amounts));
}

/** @param status three digits, or the code of a failure */
function toneOf(status: string): string {
  if (/^2\d\d$/.test(status)) return 'pass';
  return /^3\d\d$/.test(status) ? 'info' : /^4\d\d$/.test(status) ? 'warning' : 'error';
}

function depthChart(): HTMLElement {
  const tone = 'accent';
  const deeper = depths.slice(MAX_COLUMNS).reduce((sum, value) => sum + value, 0);
  const amounts = depths.slice(0, MAX_COLUMNS).map((value, depth): Amount => ({ label: String(depth), value, tone }));
  if (deeper > 0) amounts.push({ label: `${MAX_COLUMNS}+`, value: deeper, tone });
  return columnChart('Pages by links from a seed', amounts);
}

function savedChart(): HTMLElement {
  const amounts = saved.map(({ pass, class: name, count }): Amount => {
    const isKnown = ['preserving', 'usual', 'changing'].includes(name);
    return { label: pass, value: count, tone: isKnown ? name : 'other', note: name };
  });
  return barChart('Duplicate URLs avoided, by pass', largestFirst(amounts));
}

function stateChart(): HTMLElement {
  const amounts = Object.entries(states).map(([label, value]): Amount => {
    const href = label === 'skipped' ? { href: hrefOf({ tab: 'skipped' }) } : {};
    return { label, value, tone: STATE_TONES.get(label) ?? 'info', ...href };
  });
  return splitChart('URLs by state', amounts);
}

function largestFirst(amounts: readonly Amount[]): readonly Amount[] {
  return amounts.toSorted((a, b) => b.value - a.value);
}

function toFindings(there: Partial<Place>): string {
  return hrefOf({ tab: 'findings', ...there });
}
