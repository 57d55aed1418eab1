import { expect, test } from 'vitest';
import { audit } from '../../../src/audit/audit.ts';
import { buildReport } from '../../../src/audit/build-report.ts';
import type { AuditFormat } from '../../../src/report/audit/format.ts';
import { reportText } from '../../../src/report/audit/report-text.ts';
import { madeSite, page } from '../../audit/made-site.ts';

const A = 'https://example.com/a';

test('a report is a text in each format', async () => {
  const site = await madeSite([page(A, '<p>a')]);
  const report = buildReport(site, await audit(site));
  expect(JSON.parse(await reportText(report, 'json'))).toMatchObject({ version: 1, findings: report.findings });
  expect(await reportText(report, 'html')).toMatch(/^<!doctype html>[^]*<\/html>\s*$/i);
});

test('a format may be one of your own', async () => {
  const report = buildReport(await madeSite([page(A, '<p>a')]), []);
  const format: AuditFormat = {
    name: 'pages',
    summary: 'for a test',
    write: async ({ summary }, { write, writeBeside }) => {
      await write(`${summary.pages} pages`);
      await write(String(await writeBeside(2, 'more')));
    },
  };
  expect(await reportText(report, format)).toBe('1 pagesnull');
});

test('a format that does not exist is refused, and so is a report of several files', async () => {
  const site = await madeSite([page(A, '<p>a')]);
  const report = buildReport(site, []);
  await expect(reportText(report, 'hmtl')).rejects.toThrow('unknown format "hmtl" of reportText; did you mean "html"?');
  const canonicals = Array.from({ length: 50_001 }, (_, n) => ({ url: `${A}${n}`, lastModified: null }));
  await expect(reportText({ ...report, canonicals }, 'sitemap')).rejects.toMatchObject({ code: 'needs-file' });
});
