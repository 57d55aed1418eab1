import type { Amount } from './charts.ts';
import type { Client, View } from './client.ts';
import type { Child } from './dom.ts';
import type { Place } from './route.ts';

/** The first tab: what there is, in figures. */
export function summary({ dom: { el, icon }, text, route, data: { head }, charts }: Client): View {
  const { severities, states, statuses, canonicals, saved, depths, byRule, pages, indexable } = head.summary;
  // Maps: what a site has a say in may be called like a property of any object.
  const NAMES = new Map([
    ['error', 'Errors'],
    ['warning', 'Warnings'],
    ['info', 'Remarks'],
  ]);
  const CANONICALS = new Map([
    ['self', 'name themselves'],
    ['elsewhere', 'name another page'],
    ['none', 'name none'],
    ['conflicting', 'name several'],
  ]);
  const MAX_COLUMNS = 12;

  function to(place: Partial<Place>): string {
    return route.href({ tab: 'findings', ...place });
  }

  function figure(value: number, name: Child, href: string | null, tone: string): HTMLElement {
    const content = [el('strong', {}, text.number(value)), el('span', {}, name)];
    const inner = href === null ? el('div', {}, ...content) : el('a', { href }, ...content);
    return el('li', { class: tone }, inner);
  }

  function figures(): HTMLElement {
    const gravities = (['error', 'warning', 'info'] as const).map((severity) =>
      figure(
        severities[severity],
        el('span', { class: `severity ${severity}` }, icon(severity), NAMES.get(severity) ?? ''),
        to({ severity: [severity] }),
        severity,
      ),
    );
    const duplicates = saved.reduce((sum, { count }) => sum + count, 0);
    return el(
      'ul',
      { class: 'figures' },
      ...gravities,
      figure(pages, 'Pages', null, ''),
      figure(indexable, 'Indexable', null, ''),
      figure(duplicates, 'Fetches saved', null, ''),
    );
  }

  function ruleChart(): HTMLElement {
    const amounts = head.rules
      .filter(({ id }) => (byRule[id] ?? 0) > 0)
      .map(({ id, title, severity }): Amount => {
        return { label: title, value: byRule[id] ?? 0, tone: severity, href: to({ rule: id }), note: id };
      })
      .toSorted((a, b) => b.value - a.value);
    return charts.bars('Most frequent findings', amounts);
  }

  function severityChart(): HTMLElement {
    const amounts = (['error', 'warning', 'info'] as const).map((severity): Amount => {
      return {
        label: NAMES.get(severity) ?? '',
        value: severities[severity],
        tone: severity,
        href: to({ severity: [severity] }),
      };
    });
    return charts.split('Findings by severity', amounts);
  }

  function canonicalChart(): HTMLElement {
    const tones = new Map([
      ['self', 'pass'],
      ['elsewhere', 'info'],
      ['none', 'warning'],
      ['conflicting', 'error'],
    ]);
    const amounts = Object.entries(canonicals).map(([name, value]): Amount => {
      return { label: CANONICALS.get(name) ?? name, value, tone: tones.get(name) ?? 'other', href: null };
    });
    return charts.split('Canonical URLs: pages that', amounts);
  }

  function statusChart(): HTMLElement {
    const amounts = Object.entries(statuses)
      .map(([code, value]): Amount => {
        return { label: code, value, tone: toneOf(code), href: null };
      })
      .toSorted((a, b) => b.value - a.value);
    return charts.bars('Answers of the server', amounts);
  }

  function toneOf(code: string): string {
    if (/^2\d\d$/.test(code)) return 'pass';
    return /^3\d\d$/.test(code) ? 'info' : /^4\d\d$/.test(code) ? 'warning' : 'error';
  }

  function depthChart(): HTMLElement {
    const shown = depths.slice(0, MAX_COLUMNS);
    const deeper = depths.slice(MAX_COLUMNS).reduce((sum, value) => sum + value, 0);
    const amounts = shown.map((value, depth): Amount => {
      return { label: String(depth), value, tone: 'accent', href: null };
    });
    const rest: readonly Amount[] =
      deeper === 0 ? [] : [{ label: `${MAX_COLUMNS}+`, value: deeper, tone: 'accent', href: null }];
    return charts.columns('Pages by links from a seed', [...amounts, ...rest]);
  }

  function savedChart(): HTMLElement {
    const amounts = saved
      .map(({ pass, class: name, count }): Amount => {
        const known = ['preserving', 'usual', 'changing'].includes(name);
        return { label: pass, value: count, tone: known ? name : 'other', href: null, note: name };
      })
      .toSorted((a, b) => b.value - a.value);
    return charts.bars('Duplicates not fetched, by the pass that told', amounts);
  }

  function stateChart(): HTMLElement {
    const tones = new Map([
      ['done', 'pass'],
      ['failed', 'error'],
      ['skipped', 'other'],
    ]);
    const amounts = Object.entries(states).map(([state, value]): Amount => {
      return {
        label: state,
        value,
        tone: tones.get(state) ?? 'info',
        href: state === 'skipped' ? route.href({ tab: 'skipped' }) : null,
      };
    });
    return charts.split('URLs by state', amounts);
  }

  return {
    build: (panel) => {
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
        ...(head.fixed > 0
          ? [
              el(
                'p',
                { class: 'fixed' },
                icon('pass'),
                `${text.count(head.fixed, 'finding')} of the earlier audit ${head.fixed === 1 ? 'is' : 'are'} no more.`,
              ),
            ]
          : []),
        el('div', { class: 'cards' }, ...cards.map(([width, chart]) => el('div', { class: `card ${width}` }, chart))),
      );
    },
    draw: () => {},
  };
}
