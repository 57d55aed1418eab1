import type { Finding } from '../../../audit/finding.ts';
import type { Client } from './client.ts';

export interface FindingGroups {
  /** Findings by rule and, in each, by cause; of what is closed, nothing is in the document. */
  readonly show: (findings: readonly Finding[], rows: RowsOf, open: Finding | null) => HTMLElement;
}

/** A table of findings that have a rule and a cause in common. */
type RowsOf = (findings: readonly Finding[], label: string) => HTMLElement;

export function findingGroups({ dom: { el, icon }, text, data, disclosure, findingDetail }: Client): FindingGroups {
  /** Findings of a rule up to which all of its causes are open. */
  const FEW = 12;
  /** Causes of a rule that are shown at once. */
  const MAX_CAUSES = 50;
  const opened = new Set<string>();

  const show: FindingGroups['show'] = (findings, rows, open) => {
    const byRule = [...Map.groupBy(findings, ({ rule }) => rule)];
    if (byRule.length === 0) return el('p', { class: 'empty' }, 'Nothing to show.');
    return el(
      'div',
      { class: 'groups' },
      ...byRule.map(([id, found]) => ruleGroup(id, found, rows, open, byRule.length === 1)),
    );
  };

  function ruleGroup(
    id: string,
    found: readonly Finding[],
    rows: RowsOf,
    open: Finding | null,
    isOnly: boolean,
  ): HTMLElement {
    const rule = data.rule(id);
    const gravest = found[0]?.severity ?? 'info';
    const heading = [
      el('span', { class: `severity ${gravest}` }, icon(gravest), el('span', { class: 'hidden' }, gravest)),
      el('span', { class: 'title' }, text.foreign(rule?.title ?? id)),
      el('code', {}, text.foreign(id)),
      el('span', { class: 'tally' }, text.number(found.length)),
    ];
    return disclosure({
      className: 'rule-group',
      heading,
      isOpen: isOnly || open?.rule === id || opened.has(id),
      content: () => el('div', {}, findingDetail.rule(id), causes(found, rows, open)),
      onToggle: (isOpen) => (isOpen ? opened.add(id) : opened.delete(id)),
    });
  }

  function causes(found: readonly Finding[], rows: RowsOf, open: Finding | null): HTMLElement {
    // That of the open finding first: it may be far behind.
    const named = open !== null && found.includes(open) ? open.cause : null;
    const byCause = [...Map.groupBy(found, ({ cause }) => cause)].toSorted(
      ([a], [b]) => Number(b === named) - Number(a === named),
    );
    const list = el('div', { class: 'causes' });
    const more = (from: number): void => {
      const upTo = from + MAX_CAUSES;
      const isOpen = (cause: string): boolean => found.length <= FEW || byCause.length === 1 || cause === named;
      list.append(
        ...byCause.slice(from, upTo).map(([cause, same]) =>
          disclosure({
            className: 'cause',
            heading: [
              el('span', { class: 'title' }, text.plainUrl(cause)),
              el('span', { class: 'tally' }, text.number(same.length)),
            ],
            isOpen: isOpen(cause),
            content: () => rows(same, cause),
            onToggle: () => {},
          }),
        ),
      );
      if (upTo >= byCause.length) return;
      const button = el('button', { type: 'button', class: 'more' }, text.count(byCause.length - upTo, 'more cause'));
      button.addEventListener('click', () => {
        button.remove();
        more(upTo);
      });
      list.append(button);
    };
    more(0);
    return list;
  }

  return { show };
}
