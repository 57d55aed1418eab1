import { expect, test } from 'vitest';
import { comparable, type HistoryRow, historyRow, latestChanges, withRows } from '../../src/audit/history.ts';
import { finding } from '../report/html/sample-report.ts';

function row(crawled: string, errors = 0, requests: HistoryRow['requests'] = 'named'): HistoryRow {
  const byRule = { 'target/error': errors };
  return { crawled, requests, pages: 9, severities: { error: errors, warning: 0, info: 0 }, byRule };
}

const days = (rows: readonly HistoryRow[]): readonly string[] => rows.map(({ crawled }) => crawled);

test('the row of an audit counts its findings by severity and by rule, without passes', () => {
  const findings = [
    finding('target/error', 'https://a.example/1', 'fails', { severity: 'error' }),
    finding('og/url', 'https://a.example/1', 'differs', { severity: 'info' }),
    finding('og/url', 'https://a.example/2', 'differs', { severity: 'info' }),
    finding('canonical/self', 'https://a.example/3', 'names itself', { severity: 'pass' }),
  ];
  expect(historyRow(findings, { crawled: '2026-11-01', requests: 'none', pages: 3 })).toEqual({
    crawled: '2026-11-01',
    requests: 'none',
    pages: 3,
    severities: { error: 1, warning: 0, info: 2 },
    byRule: { 'target/error': 1, 'og/url': 2 },
  });
});

test('a history is in order, has one row for each crawl, the latest, and keeps the last 50', () => {
  const history = withRows([row('2026-11-02', 1), row('2026-11-01', 2)], [row('2026-11-02', 3)]);
  expect(history).toEqual([row('2026-11-01', 2), row('2026-11-02', 3)]);
  const many = Array.from({ length: 60 }, (_, at) => row(`2026-${10 + at}`));
  expect(days(withRows(many, []))).toEqual(days(many.slice(10)));
});

test('an audit is compared with earlier ones that fetched the same', () => {
  const earlier = [row('2026-11-01'), row('2026-11-02', 0, 'none'), row('2026-11-03', 8), row('2026-11-04')];
  expect(comparable(earlier, row('2026-11-03', 2))).toEqual([row('2026-11-01'), row('2026-11-03', 2)]);
});

test('the rules that changed since the audit before come in the order of the change', () => {
  const counts = (byRule: HistoryRow['byRule']): HistoryRow => ({ ...row('2026'), byRule });
  const before = counts({ gone: 2, same: 5, less: 9 });
  const now = counts({ same: 5, less: 4, new: 3 });
  expect(latestChanges([counts({ old: 1 }), before, now])).toEqual([
    { rule: 'less', before: 9, now: 4 },
    { rule: 'new', before: 0, now: 3 },
    { rule: 'gone', before: 2, now: 0 },
  ]);
  expect(latestChanges([now])).toEqual([]);
});
