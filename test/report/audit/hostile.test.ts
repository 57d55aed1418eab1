import { Parser } from 'htmlparser2';
import { parse as parseJunit } from 'junit2json';
import { describe, expect, test } from 'vitest';
import type { AuditReport } from '../../../src/audit/report.ts';
import { AUDIT_FORMATS } from '../../../src/report/audit/index.ts';
import { auditReportSchema } from '../../config/audit-report-schema.ts';
import { hostileReport } from '../html/hostile-report.ts';
import { finding, reportOf } from '../html/sample-report.ts';
import { smallReport } from './small-report.ts';
import { written, writtenWith } from './written.ts';

/** Characters that no line may contain: they would move the cursor, end the line, or reverse the text. */
// oxlint-disable-next-line no-control-regex -- the test is about them
const UNPRINTABLE = /[\0-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

describe.each(AUDIT_FORMATS.map(({ name }) => name))('%s of a hostile report', (name) => {
  test('has no control characters and is well-formed text', async () => {
    const text = await written(name, hostileReport());
    // The style and the script of the page are trusted.
    const data = text.replace(/<style>.*?<\/style>|<script>.*?<\/script>/gs, '');
    expect(data).not.toMatch(UNPRINTABLE);
    expect(data.isWellFormed()).toBe(true);
    expect(data.replaceAll('\r\n', '')).not.toContain('\r');
  });

  test('is written if there are no findings', async () => {
    expect(await written(name, reportOf([], { rules: [] }))).toMatch(
      ['ndjson', 'github', 'redirects'].includes(name) ? /^$/ : /\n$/,
    );
  });
});

/** Text as the reader decodes it: lone surrogates are lost. */
function wellFormed(report: AuditReport): unknown {
  return JSON.parse(JSON.stringify(report));
}

test('json has the whole report, and matches the published schema', async () => {
  for (const report of [smallReport(), hostileReport()]) {
    const read: unknown = JSON.parse(await written('json', report));
    expect(read).toEqual(wellFormed(report));
    expect(auditReportSchema.safeParse(read).error).toBeUndefined();
  }
});

test('ndjson has a line for each finding', async () => {
  const report = hostileReport();
  const lines = (await written('ndjson', report)).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(report.findings)));
});

test('csv has a row with the same number of cells for each finding, and no cell is a formula', async () => {
  const report = hostileReport();
  const rows = rowsOf(await written('csv', report));
  expect(rows).toHaveLength(report.findings.length + 1);
  for (const row of rows) {
    expect(row).toHaveLength(14);
    for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/);
  }
});

/** RFC 4180. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test('junit is well-formed XML with every text in its place and correct counts', async () => {
  const report = hostileReport();
  const text = await written('junit', report);
  const tags: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] = [];
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth++;
        tags.push({ name, attributes });
      },
      onclosetag: () => {
        depth--;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  expect(depth).toBe(0);
  expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(['testsuites', 'testsuite', 'testcase', 'failure']));
  const named = (name: string): typeof tags => tags.filter((tag) => tag.name === name);
  const [all] = named('testsuites');
  expect(all?.attributes['tests']).toBe(String(named('testcase').length));
  expect(all?.attributes['failures']).toBe(String(named('failure').length));
  // XML 1.0 2.4: no bare ampersand, and no CDATA end without a start.
  expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot);)/);
  expect(text).not.toContain(']]>');
});

test('junit counts errors and warnings as failures, and leaves out rules of the severity pass', async () => {
  const text = await written('junit', smallReport());
  expect(text).toContain('tests="7" failures="5" errors="0"');
  expect(text).not.toContain('canonical/self');
});

test('junit reports can be read by a JUnit parser', async () => {
  for (const report of [smallReport(), hostileReport()]) {
    const read = await parseJunit(await written('junit', report));
    const suites = read && 'testsuite' in read ? (read.testsuite ?? []) : [];
    const failures = suites.flatMap(({ testcase }) => testcase ?? []).flatMap(({ failure }) => failure ?? []);
    const grave = report.findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
    expect(failures).toHaveLength(grave.length);
    expect(failures.every(({ message = '', inner = '' }) => message !== '' && inner !== '')).toBe(true);
    expect(read).toMatchObject({ failures: grave.length, errors: 0 });
    expect(suites.map(({ failures: count }) => count ?? 0).reduce((sum, count) => sum + count, 0)).toBe(grave.length);
  }
});

describe('markdown', () => {
  const hostile = '`` `x` </td>\n| [a](javascript:1) ![b](//c) @somebody #1 **d** <b> $e$ ~~f~~ &amp; \\';

  test("has no markup from the report's texts", async () => {
    const report = reportOf([finding('dup/www', `https://h/${hostile}`, hostile, { cause: hostile })]);
    const lines = (await written('markdown', report)).split('\n');
    const item = lines.find((line) => line.startsWith('  - '));
    const code =
      '` https://h/%60%60 %60x%60 </td>\\x0a| [a](javascript:1) ![b](//c) @somebody #1 **d** <b> $e$ ~~f~~ &amp; \\ `';
    expect(item?.startsWith(`  - ${code} `)).toBe(true);
    const rest = item?.slice(code.length + 4) ?? '';
    expect(rest.replace(/&#\d+;/g, '')).not.toMatch(/[\\`*_{}[\]<>#+!|~&@$]/);
    // No mentions, and no issue references.
    expect(rest).toContain('&#64;&#8203;somebody &#35;&#8203;1');
  });

  test('fits into a comment on a pull request, and says what it leaves out', async () => {
    const { rules } = hostileReport();
    const report = reportOf(
      Array.from({ length: 5000 }, (_, n) =>
        finding(`rule-${n % 400}`, `https://h/${'a'.repeat(5000)}${n}`, 'is wrong', { cause: `https://h/${n}` }),
      ),
      { rules: Array.from({ length: 400 }, (_, n) => ({ ...(rules[0] ?? fail()), id: `rule-${n}` })) },
    );
    const text = await written('markdown', report);
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/\nLeft out: \d,\d{3} more findings of \d+ rules\. The other formats have all of them\.\n$/);
  });
});

function fail(): never {
  throw new Error('there is no rule');
}

test('github has one command per line', async () => {
  const text = await written('github', hostileReport());
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^::(?:error|warning|notice) title=[^:,]*::/);
    // GitHub escapes `%`, and a line feed can only be written as an escape.
    expect(line).not.toMatch(/%(?!25|3A|2C)/);
  }
});

test('the escape characters of a format are escaped themselves', async () => {
  const report = reportOf([finding('canonical/missing', 'https://h/?a&b=%0A', 'x', { severity: 'error' })]);
  expect(await written('junit', report)).toContain('name="https://h/?a&amp;b=%0A"');
  expect(await written('github', report)).toContain('https://h/?a&b=%250A');
});

test('sitemap lists the canonical pages of the report, and says what it left out', async () => {
  const long = `https://h/${'a'.repeat(2048)}`;
  const canonicals = ['https://h/?a&b', long, 'https://other/'].map((url) => ({ url, lastModified: null }));
  const { text, beside, notes } = await writtenWith('sitemap', reportOf([], { canonicals }));
  expect(text.match(/<loc>.*?<\/loc>/g)).toEqual(['<loc>https://h/?a&amp;b</loc>', '<loc>https://other/</loc>']);
  expect(beside).toEqual([]);
  expect(notes).toEqual([
    'left out: 1 that are longer than 2047 characters',
    "a sitemap should list one site, but the pages are from several; choose one with dustpan export --where 'url~https://HOST/*'",
  ]);
});

test('sitemap writes several files and an index if there are too many URLs for one', async () => {
  const canonicals = Array.from({ length: 50_001 }, (_, index) => ({ url: `https://h/${index}`, lastModified: null }));
  const { text, beside } = await writtenWith('sitemap', reportOf([], { canonicals }));
  expect(beside.map((each) => each.match(/<loc>/g)?.length)).toEqual([50_000, 1]);
  expect(text).toContain('<loc>https://h/report-2.xml</loc>');
});

test('dot limits its edges', async () => {
  const members = Array.from({ length: 10_001 }, (_, index) => ({
    url: `https://h/${index}`,
    status: 200,
    by: 'same-text',
    to: 'https://h/',
    evidence: null,
    count: 1,
  }));
  const clusters = [{ leader: 'https://h/', reason: 'https', size: members.length + 1, members }];
  const { text, notes } = await writtenWith('dot', reportOf([], { clusters }));
  expect(text.match(/ -> /g)).toHaveLength(10_000);
  expect(notes).toEqual(['left out: 1 aliases beyond the first 10000']);
});
