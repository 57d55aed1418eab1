import { type Finding, SEVERITIES } from '../../../../audit/finding.ts';
import { type CauseGroup, causesAmong } from '../../../../audit/rank.ts';
import { counted, number } from '../../../../text/number.ts';
import { SEVERITY_WORDS } from '../../../audit/summary-words.ts';
import { ruleOf } from '../data.ts';
import { disclosure } from '../disclosure.ts';
import { button, div, el, span } from '../dom.ts';
import { hasRoom, isPrinting } from '../print.ts';
import { nothing } from '../table.ts';
import { foreign, plainUrl, severityMark } from '../text.ts';
import { ruleDetail } from './finding-detail.ts';

/** If a rule has at most this many findings, all its causes are open. */
const FEW = 12;
/** Causes of a rule that the page shows at once. */
const MAX_CAUSES = 50;

/** A table of findings that share a rule and a cause. */
type RowsOf = (findings: readonly Finding[], label: string) => HTMLElement;

/** Rules that somebody opened: they stay open when the page draws again. */
const opened = new Set<string>();

/**
 * Findings by rule, and in each rule by cause. The document holds only what is open.
 *
 * @param open the finding that the address names
 */
export function findingGroups(findings: readonly Finding[], rows: RowsOf, open: Finding | null): HTMLElement {
  const byRule = [...Map.groupBy(findings, ({ rule }) => rule)];
  if (byRule.length === 0) return nothing();
  return div('groups', ...byRule.map(([id, found]) => ruleGroup(id, found, rows, open, byRule.length === 1)));
}

function ruleGroup(
  id: string,
  found: readonly Finding[],
  rows: RowsOf,
  open: Finding | null,
  isOnly: boolean,
): HTMLElement {
  return disclosure({
    className: 'rule-group',
    level: 'h3',
    heading: [span('title', foreign(ruleOf(id)?.title ?? id)), el('code', {}, foreign(id)), ...severityTallies(found)],
    isOpen: isOnly || open?.rule === id || opened.has(id),
    content: () => el('div', {}, ruleDetail(id), causes(found, rows, open)),
    onToggle: (isOpen) => (isOpen ? opened.add(id) : opened.delete(id)),
  });
}

/** How many findings have which severity. */
function severityTallies(found: readonly Finding[]): readonly HTMLElement[] {
  return SEVERITIES.flatMap((severity) => {
    const { length } = found.filter((finding) => finding.severity === severity);
    return length === 0
      ? []
      : [span('tally', severityMark(severity, number(length)), span('hidden', ` ${SEVERITY_WORDS[severity]}`))];
  });
}

function causes(found: readonly Finding[], rows: RowsOf, open: Finding | null): HTMLElement {
  const named = open !== null && found.includes(open) ? open.cause : null;
  // The cause of the open finding first: it may be far down.
  const byCause = costliestFirst(found).toSorted((a, b) => Number(b.cause === named) - Number(a.cause === named));
  const areOpen = found.length <= FEW || byCause.length === 1;
  const list = div('causes');
  const show = (from: number): void => {
    const upTo = isPrinting() ? byCause.length : from + MAX_CAUSES;
    for (const { cause, findings: same } of byCause.slice(from, upTo)) {
      if (!hasRoom()) break;
      list.append(causeGroup(cause, same, rows, areOpen || cause === named));
    }
    if (upTo < byCause.length) list.append(moreButton(byCause.length - upTo, () => show(upTo)));
  };
  show(0);
  return list;
}

/** Findings by cause: the gravest first, then those of the most pages. In each, the gravest finding is the first. */
function costliestFirst(found: readonly Finding[]): readonly CauseGroup[] {
  const gravity = ({ findings: [first] }: CauseGroup): number => SEVERITIES.indexOf(first?.severity ?? 'pass');
  return causesAmong(found).toSorted((a, b) => gravity(a) - gravity(b) || b.pages - a.pages);
}

function causeGroup(cause: string, same: readonly Finding[], rows: RowsOf, isOpen: boolean): HTMLElement {
  return disclosure({
    className: 'cause',
    level: 'h4',
    heading: [span('title', plainUrl(cause)), span('tally', number(same.length))],
    isOpen,
    content: () => rows(same, cause),
  });
}

/** A button that others take the place of. */
function moreButton(left: number, show: () => void): HTMLElement {
  const more = button({ class: 'more' }, counted(left, 'more cause'));
  more.addEventListener('click', () => {
    more.remove();
    show();
  });
  return more;
}
