import type { Finding } from '../../../audit/finding.ts';
import type { Client } from './client.ts';
import type { Place } from './route.ts';

export interface FindingFilter {
  /** The controls, in a row. */
  readonly bar: HTMLElement;
  /** Those that the address asks for. The controls show what it says, and how many there are of each severity. */
  readonly apply: () => readonly Finding[];
  /** Those that match, as a table for a spreadsheet. */
  readonly toCsv: (findings: readonly Finding[]) => string;
}

/** The filters of findings: text, severity, group and rule. */
export function findingFilter({ dom: { el, icon, newId }, text, route, data, csv, listing }: Client): FindingFilter {
  const SEVERITIES: readonly (readonly [string, string])[] = [
    ['error', 'Errors'],
    ['warning', 'Warnings'],
    ['info', 'Remarks'],
  ];
  const { byRule } = data.head.summary;
  const rules = data.head.rules.filter(({ id }) => (byRule[id] ?? 0) > 0);
  const groups = [...new Set(rules.map(({ id }) => groupOf(id)))];

  const { field, update } = listing.filter('Filter findings by text');
  const counts = new Map(SEVERITIES.map(([severity]) => [severity, el('span', { class: 'tally' })]));
  const toggles = SEVERITIES.map(([severity, name]) =>
    el(
      'button',
      { type: 'button', class: `severity ${severity}`, 'data-severity': severity, click: () => toggle(severity) },
      icon(severity),
      el('span', { class: 'name' }, name),
      counts.get(severity) ?? null,
    ),
  );
  const group = select('Group', ({ value }) => route.go({ group: value, rule: '' }));
  const rule = select('Rule', ({ value }) => route.go({ rule: value }));
  const clear = el(
    'button',
    { type: 'button', class: 'clear', click: () => route.go({ q: '', severity: [], group: '', rule: '' }) },
    'Clear filters',
  );
  const bar = el(
    'div',
    { class: 'filters', role: 'group', 'aria-label': 'Filters' },
    field,
    el('div', { class: 'severities', role: 'group', 'aria-label': 'Severity' }, ...toggles),
    group.label,
    rule.label,
    clear,
  );
  fill(
    group.field,
    'All groups',
    groups.map((name) => [name, name]),
  );

  function groupOf(id: string): string {
    return id.split('/', 1)[0] ?? '';
  }

  function select(
    name: string,
    change: (field: HTMLSelectElement) => void,
  ): { readonly label: HTMLElement; readonly field: HTMLSelectElement } {
    const id = newId();
    const made = el('select', { id, change: () => change(made) });
    return { label: el('div', { class: 'field' }, el('label', { for: id, class: 'hidden' }, name), made), field: made };
  }

  function fill(field_: HTMLSelectElement, all: string, options: readonly (readonly [string, string])[]): void {
    field_.replaceChildren(
      el('option', { value: '' }, all),
      ...options.map(([value, name]) => el('option', { value }, name)),
    );
  }

  function toggle(severity: string): void {
    const chosen = route.now().severity;
    route.go({
      severity: chosen.includes(severity) ? chosen.filter((one) => one !== severity) : [...chosen, severity],
    });
  }

  function matches(finding: Finding, place: Place, needle: string): boolean {
    if (place.rule !== '' && finding.rule !== place.rule) return false;
    if (place.group !== '' && groupOf(finding.rule) !== place.group) return false;
    return (
      needle === '' ||
      [finding.url, finding.message, finding.cause, finding.rule, finding.fingerprint].some((part) =>
        part.toLowerCase().includes(needle),
      )
    );
  }

  const apply: FindingFilter['apply'] = () => {
    const place = route.now();
    const needle = place.q.toLowerCase();
    const found = data.lists.findings.filter((finding) => matches(finding, place, needle));
    show(place, found);
    return place.severity.length === 0 ? found : found.filter(({ severity }) => place.severity.includes(severity));
  };

  function show(place: Place, found: readonly Finding[]): void {
    update();
    const tally = new Map<string, number>();
    for (const { severity } of found) tally.set(severity, (tally.get(severity) ?? 0) + 1);
    for (const button of toggles) {
      const severity = button.dataset['severity'] ?? '';
      button.setAttribute('aria-pressed', String(place.severity.includes(severity)));
      counts.get(severity)?.replaceChildren(text.number(tally.get(severity) ?? 0));
    }
    const shown = rules.filter(({ id }) => place.group === '' || groupOf(id) === place.group);
    fill(
      rule.field,
      'All rules',
      shown.map(({ id, title }) => [id, `${id}: ${title}`]),
    );
    group.field.value = place.group;
    rule.field.value = place.rule;
    clear.hidden = place.q === '' && place.severity.length === 0 && place.group === '' && place.rule === '';
  }

  const toCsv: FindingFilter['toCsv'] = (findings) =>
    csv.write([
      [
        'severity',
        'rule',
        'url',
        'message',
        'status',
        'depth',
        'inlinks',
        'line',
        'column',
        'cause',
        'evidence',
        'related',
        'key',
        'fingerprint',
      ],
      ...findings.map(
        ({ severity, rule: id, url, message, page, line, column, cause, evidence, related, key, fingerprint }) => [
          severity,
          id,
          url,
          message,
          page.status,
          page.depth,
          page.inlinks,
          line,
          column,
          cause,
          JSON.stringify(evidence),
          related.join(' '),
          key,
          fingerprint,
        ],
      ),
    ]);

  return { bar, apply, toCsv };
}
