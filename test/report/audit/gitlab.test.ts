import { expect, test } from 'vitest';
import { z } from 'zod';
import { hostileReport } from '../html/hostile-report.ts';
import { smallReport } from './small-report.ts';
import { written } from './written.ts';

/** The fields that GitLab requires. https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
const schema = z.array(
  z.strictObject({
    description: z.string().min(1),
    check_name: z.string().min(1),
    fingerprint: z.string().min(1),
    severity: z.enum(['info', 'minor', 'major', 'critical', 'blocker']),
    location: z.strictObject({
      // Relative to the repository, without a leading ./
      path: z.string().regex(/^(?!\.?\/)[^\s]+$/),
      lines: z.strictObject({ begin: z.int().min(1) }),
    }),
  }),
);

test.each([
  ['a small report', smallReport()],
  ['a hostile report', hostileReport()],
  ['an empty report', { ...smallReport(), findings: [] }],
])('%s is what GitLab reads, with an issue for each finding', async (_, report) => {
  const issues = schema.parse(JSON.parse(await written('gitlab', report)));
  expect(issues.map(({ check_name: rule }) => rule)).toEqual(report.findings.map(({ rule }) => rule));
});

test('fingerprints are unique, and stay the same where nothing else is found', async () => {
  const report = smallReport();
  const twice = { ...report, findings: report.findings.flatMap((finding) => [finding, finding]) };
  const printsOf = async (one: typeof report): Promise<readonly string[]> =>
    schema.parse(JSON.parse(await written('gitlab', one))).map(({ fingerprint }) => fingerprint);
  const prints = await printsOf(twice);
  expect(new Set(prints).size).toBe(prints.length);
  expect(prints.filter((_, at) => at % 2 === 0)).toEqual(await printsOf(report));
});
