import type { Finding } from '../../../../audit/finding.ts';
import { number } from '../../../../text/number.ts';
import { fillSelect, searchField, selectField } from '../controls.ts';
import { head, lists } from '../data.ts';
import { button, el, icon, span } from '../dom.ts';
import { HAYSTACKS, needleOf } from '../haystacks.ts';
import { go, type Place, place, UNFILTERED } from '../route.ts';
import { SEVERITY_NAMES } from '../text.ts';

/** Rules that have findings. */
const RULES = head.rules.filter(({ id }) => (head.summary.byRule[id] ?? 0) > 0);

/** The filters of findings: text, severity, group and rule. */
export class FindingFilter {
  readonly #search = searchField('Filter findings by text');
  readonly #severities = SEVERITY_NAMES.map(([severity, name]) => severityToggle(severity, name));
  readonly #group = selectField('Group', (group) => go({ group, rule: '' }));
  readonly #rule = selectField('Rule', (rule) => go({ rule }));
  readonly #clear = button({ class: 'clear', click: () => go(UNFILTERED) }, 'Clear filters');

  /** The controls, in a row. */
  readonly bar: HTMLElement = el(
    'div',
    { class: 'filters', role: 'group', 'aria-label': 'Filters' },
    this.#search.labelled,
    el(
      'div',
      { class: 'severities', role: 'group', 'aria-label': 'Severity' },
      ...this.#severities.map(({ toggle }) => toggle),
    ),
    this.#group.labelled,
    this.#rule.labelled,
    this.#clear,
  );

  constructor() {
    const groups = [...new Set(RULES.map(({ id }) => groupOf(id)))];
    fillSelect(
      this.#group.field,
      'All groups',
      groups.map((name) => [name, name]),
    );
  }

  /** The findings that the address asks for. Shows its filters in the controls, and how many findings each severity has. */
  apply(): readonly Finding[] {
    const now = place();
    const needle = needleOf(now.q);
    const found = lists.findings.filter((finding) => matches(finding, now, needle));
    this.#show(now, found);
    return now.severity.length === 0 ? found : found.filter(({ severity }) => now.severity.includes(severity));
  }

  #show(now: Place, found: readonly Finding[]): void {
    this.#search.update();
    const bySeverity = Map.groupBy(found, ({ severity }) => severity);
    for (const { severity, toggle, tally } of this.#severities) {
      toggle.setAttribute('aria-pressed', String(now.severity.includes(severity)));
      tally.textContent = number(bySeverity.get(severity)?.length ?? 0);
    }
    fillSelect(
      this.#rule.field,
      'All rules',
      RULES.filter(({ id }) => isInGroup(id, now.group)).map(({ id, title }) => [id, `${id}: ${title}`]),
    );
    this.#group.field.value = now.group;
    this.#rule.field.value = now.rule;
    this.#clear.hidden = now.q === '' && now.severity.length === 0 && now.group === '' && now.rule === '';
  }
}

function severityToggle<Severity extends string>(severity: Severity, name: string) {
  const tally = span('tally');
  const toggle = button(
    { class: `severity ${severity}`, 'data-severity': severity, click: () => toggleSeverity(severity) },
    icon(severity),
    span('name', name),
    tally,
  );
  return { severity, toggle, tally };
}

function toggleSeverity(severity: string): void {
  const chosen = place().severity;
  go({ severity: chosen.includes(severity) ? chosen.filter((one) => one !== severity) : [...chosen, severity] });
}

function matches(finding: Finding, { rule, group }: Place, needle: string): boolean {
  if ((rule !== '' && finding.rule !== rule) || !isInGroup(finding.rule, group)) return false;
  return needle === '' || HAYSTACKS.findings(finding).toLowerCase().includes(needle);
}

/** @param group the empty string is all groups */
function isInGroup(rule: string, group: string): boolean {
  return group === '' || groupOf(rule) === group;
}

function groupOf(rule: string): string {
  return rule.split('/', 1)[0] ?? '';
}
