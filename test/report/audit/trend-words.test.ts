import { expect, test } from 'vitest';
import type { HistoryRow } from '../../../src/audit/history.ts';
import { trendWords } from '../../../src/report/audit/trend-words.ts';

const history = (...errors: readonly number[]): readonly HistoryRow[] =>
  errors.map((error, at) => ({
    crawled: `2026-11-${10 + at}T09:30:00.000Z`,
    requests: 'named',
    pages: 64,
    severities: { error, warning: 1200 + error, info: 7 },
    byRule: {},
  }));

test.each([
  ['an audit alone', [4], ''],
  [
    'three audits',
    [12, 9, 4],
    'errors 12 → 9 → 4, warnings 1,212 → 1,209 → 1,204, notices 7 over 3 audits since 2026-11-10',
  ],
  ['no change', [3, 3], 'errors 3, warnings 1,203, notices 7 over 2 audits since 2026-11-10'],
  [
    'many audits',
    [9, 8, 7, 6, 5, 4, 3],
    'errors 9 → … → 6 → 5 → 4 → 3, warnings 1,209 → … → 1,206 → 1,205 → 1,204 → 1,203, notices 7 over 7 audits since 2026-11-10',
  ],
] as const)('%s', (_, errors, words) => {
  expect(trendWords(history(...errors))).toBe(words);
});
