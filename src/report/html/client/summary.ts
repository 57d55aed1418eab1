import { counted, number } from '../../../text/number.ts';
import { SEVERAL_CAUSES } from '../../audit/summary-words.ts';
import { type Amount, barChart, columnChart, splitChart } from './charts.ts';
import { head } from './data.ts';
import { type Child, div, el, facts, paragraph } from './dom.ts';
import { hrefOf, type Place } from './route.ts';
import { storyLink } from './story-link.ts';
import type { View } from './tabs.ts';
import { foreign, SEVERITY_NAMES, severityMark } from './text.ts';
import { trend } from './trend.ts';

const MAX_COLUMNS = 12;

// The colours of severities stand for findings only. Maps: a site may use the name of a property of every object.
const CANONICALS = new Map([
  ['self', { label: 'name themselves', tone: 'preserving' }],
  ['elsewhere', { label: 'name another page', tone: 'usual' }],
  ['none', { label: 'name none', tone: 'other' }],
  ['conflicting', { label: 'name several', tone: 'changing' }],
  ['ignored', { label: 'name one that search engines ignore', tone: 'changing' }],
]);
const STATE_TONES = new Map([
  ['done', 'preserving'],
  ['failed', 'changing'],
  ['skipped', 'other'],
]);

const { severities, states, statuses, canonicals, saved, depths, pages, indexable } = head.summary;

/** The first tab: what is wrong, what to do first, what is new, and the audit in figures. */
export const summary: View = (panel) => {
  const { baseline, firstSteps: steps } = head;
  const earlier = [baseline === null ? null : sinceBaseline(baseline), trend()].filter((one) => one !== null);
  const cards = [
    ...(steps.length > 0 ? [['steps', firstSteps()] as const] : []),
    ...(earlier.length > 0 ? [['third', div('earlier', ...earlier)] as const] : []),
    ['tall', ruleChart()],
    ['third', depthChart()],
    ['third', severityChart()],
    ['half', canonicalChart()],
    ['half', stateChart()],
    ['half', savedChart()],
    ['half', statusChart()],
  ] as const;
  panel.append(figures(), div('cards', ...cards.map(([width, chart]) => div(`card ${width}`, chart))));
  return () => {};
};

function figures(): HTMLElement {
  const duplicates = saved.reduce((sum, { count }) => sum + count, 0);
  return el(
    'ul',
    { class: 'figures' },
    ...SEVERITY_NAMES.map(([severity, name]) => {
      const found = severities[severity];
      const [label, tone] = found === 0 ? [name, ''] : [severityMark(severity, name), severity];
      return figure(found, label, tone, toFindings({ severity: [severity] }));
    }),
    figure(pages, 'Pages'),
    figure(indexable, 'Indexable'),
    figure(duplicates, 'Duplicate URLs avoided'),
  );
}

function figure(value: number, name: Child, tone = '', href: string | null = null): HTMLElement {
  const content = [el('strong', {}, number(value)), el('span', {}, name)];
  return el('li', { class: tone }, href === null ? el('div', {}, ...content) : el('a', { href }, ...content));
}

/** What to change first, where, and how many URLs that mends. */
function firstSteps(): HTMLElement {
  const items = head.firstSteps.map(({ rule, severity, remedy, cause, url, pages: mended }) =>
    el(
      'li',
      {},
      el('a', { href: toFindings({ rule, q: cause ?? '' }) }, severityMark(severity, foreign(remedy))),
      paragraph(
        'note',
        counted(mended, 'URL'),
        ' · ',
        cause === null ? SEVERAL_CAUSES : foreign(cause),
        ' · ',
        el('code', {}, foreign(rule)),
      ),
      url === null ? null : paragraph('note', 'such as ', storyLink(url)),
    ),
  );
  return el('section', { class: 'chart' }, el('h3', {}, 'Do this first'), el('ol', { class: 'step-list' }, ...items));
}

/** What changed since the earlier audit. The figures above count only what is new. */
function sinceBaseline({ fixed, known }: NonNullable<typeof head.baseline>): HTMLElement {
  const { findings } = head.totals;
  return el(
    'section',
    { class: 'chart since' },
    el('h3', {}, 'Since the earlier audit'),
    facts([
      ['new', el('a', { href: toFindings({}) }, counted(findings, 'finding'))],
      ['no longer found', severityMark('pass', counted(fixed, 'finding'))],
      ['as before', `${counted(known, 'finding')}, left out here`],
    ]),
  );
}

function ruleChart(): HTMLElement {
  const found = new Map(Object.entries(head.severities));
  const amounts = head.rules.flatMap(({ id, title, severity: tone }): readonly Amount[] => {
    const own = found.get(id);
    if (own === undefined) return [];
    const parts = SEVERITY_NAMES.map(([severity]) => ({ value: own[severity] ?? 0, tone: severity }));
    const value = parts.reduce((sum, part) => sum + part.value, 0);
    return [{ label: title, value, tone, parts, href: toFindings({ rule: id }), note: id }];
  });
  return barChart('What is wrong', largestFirst(amounts));
}

function severityChart(): HTMLElement {
  const amounts = SEVERITY_NAMES.map(([severity, label]): Amount => {
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
  if (/^2\d\d$/.test(status)) return 'preserving';
  return /^3\d\d$/.test(status) ? 'usual' : 'changing';
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
    return { label, value, tone: STATE_TONES.get(label) ?? 'usual', ...href };
  });
  return splitChart('URLs by state', amounts);
}

function largestFirst(amounts: readonly Amount[]): readonly Amount[] {
  return amounts.toSorted((a, b) => b.value - a.value);
}

function toFindings(there: Partial<Place>): string {
  return hrefOf({ tab: 'findings', ...there });
}
