import { expect, test } from 'vitest';
import { newIn, trendPage } from '../../examples/nightly-audit/trend.ts';
import type { AuditReport } from '../../src/audit.ts';
import { smallReport } from '../report/audit/small-report.ts';
import { finding } from '../report/html/sample-report.ts';

test('what is new is what the other report lacks', () => {
  const report = smallReport();
  const less = { ...report, findings: report.findings.slice(1) };
  expect(newIn(report, less)).toEqual(report.findings.slice(0, 1));
  expect(newIn(less, report)).toEqual([]);
});

test('the page has a row for each day, the last audit of the day, and no Markdown of the site', () => {
  const [row] = smallReport().history;
  if (row === undefined) throw new Error('the sample has no history');
  const on = (crawled: string, error: number) => ({ ...row, crawled, severities: { error, warning: 4, info: 1 } });
  const report: AuditReport = {
    ...smallReport(),
    seeds: ['https://www.brooms.example/'],
    history: [on('2026-05-10T03:00:00.000Z', 16), on('2026-05-11T03:00:00.000Z', 9), on('2026-05-11T15:00:00.000Z', 1)],
  };
  const found = [
    finding('page/soft-404', 'https://www.brooms.example/`*a*|<b>', 'is an error page', { severity: 'error' }),
  ];
  expect(trendPage(report, found, [])).toBe(`# Audit of \`https://www.brooms.example/\`

| day | pages | errors | warnings | notices | errors and warnings |
|---|--:|--:|--:|--:|:--|
| 2026-05-11 | 64 | 1 | 4 | 1 | █████ |
| 2026-05-10 | 64 | 16 | 4 | 1 | ████████████████████ |

## New since the last night: 1

- error [page/soft-404]: \`https://www.brooms.example/%60*a*|<b>\` is an error page

## Fixed since the last night: 0

`);
});
