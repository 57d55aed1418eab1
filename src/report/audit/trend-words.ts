import type { HistoryRow } from '../../audit/history.ts';
import { number } from '../../text/number.ts';
import { plural } from '../../text/plural.ts';

/** How many numbers to show; of more audits, the first and the last ones. */
const MAX_SHOWN = 6;

/**
 * How the findings changed: `errors 12 → 9 → 4, warnings 3 → 3 → 1, notices 0 over 3 audits since 2026-11-01`. Empty
 * without an earlier audit.
 */
export function trendWords(history: readonly HistoryRow[]): string {
  const [first] = history;
  if (first === undefined || history.length === 1) return '';
  const trends = [
    `errors ${numbers(history.map(({ severities }) => severities.error))}`,
    `warnings ${numbers(history.map(({ severities }) => severities.warning))}`,
    `notices ${numbers(history.map(({ severities }) => severities.info))}`,
  ];
  return `${trends.join(', ')} over ${plural(history.length, 'audit')} since ${first.crawled.slice(0, 10)}`;
}

/** Numbers in order. One that never changes is shown once. */
function numbers(values: readonly number[]): string {
  const [first, ...later] = values.map(number);
  const shown = later.length < MAX_SHOWN ? later : ['…', ...later.slice(2 - MAX_SHOWN)];
  return new Set(values).size === 1 ? String(first) : [first, ...shown].join(' → ');
}
