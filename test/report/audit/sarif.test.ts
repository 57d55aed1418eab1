/** The schema is the OASIS committee's, as the package @microsoft/jest-sarif publishes it under the MIT License. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hostileReport } from '../html/hostile-report.ts';
import { manyFindings } from '../html/sample-report.ts';
import { smallReport } from './small-report.ts';
import { written, writtenWith } from './written.ts';

/** zod would require absolute URLs for URI references; place.test.ts tests them. */
const schema = z.fromJSONSchema(
  JSON.parse(readFileSync(join(import.meta.dirname, 'sarif-2.1.0-rtm.5.json'), 'utf8'), (name, value: unknown) =>
    name === 'format' && value === 'uri-reference' ? undefined : value,
  ),
);

test.each([
  ['a small report', smallReport()],
  ['a hostile report', hostileReport()],
  ['an empty report', { ...smallReport(), findings: [], rules: [] }],
])('%s is valid against the SARIF 2.1.0 schema', async (_, report) => {
  const log: unknown = JSON.parse(await written('sarif', report));
  expect(schema.safeParse(log).error).toBeUndefined();
});

test('the schema rejects invalid SARIF', async () => {
  const text = await written('sarif', smallReport());
  for (const [before, after] of [
    ['"level":"error"', '"level":"fatal"'],
    ['"version":"2.1.0"', '"version":"2.0.0"'],
    ['"ruleId":', '"rule":'],
    ['"startLine":8', '"startLine":0'],
  ] as const) {
    expect(text).toContain(before);
    expect(schema.safeParse(JSON.parse(text.replace(before, after))).success).toBe(false);
  }
});

const results = z.object({
  runs: z.tuple([
    z.object({
      results: z.array(
        z.object({
          ruleId: z.string(),
          ruleIndex: z.number(),
          locations: z.array(
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string() }),
                region: z.object({ startLine: z.number(), startColumn: z.exactOptional(z.number()) }),
              }),
            }),
          ),
          partialFingerprints: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ]),
});

test('a result has what GitHub requires: a path, a line, and a stable fingerprint', async () => {
  const report = smallReport();
  const [{ results: own }] = results.parse(JSON.parse(await written('sarif', report))).runs;
  expect(own.map(({ locations }) => locations[0]?.physicalLocation)).toEqual([
    { artifactLocation: { uri: 'www.brooms.example/shop/mop' }, region: { startLine: 8, startColumn: 3 } },
    ...['shop/1', 'shop/2', 'shop/3', 'journal/a%3Fpage=2', 'home'].map((path) => ({
      artifactLocation: { uri: `www.brooms.example/${path}` },
      region: { startLine: 1 },
    })),
  ]);
  expect(own.map(({ partialFingerprints }) => partialFingerprints['primaryLocationLineHash'])).toEqual(
    report.findings.map(({ fingerprint }) => `${fingerprint}:1`),
  );
  expect(own.map(({ ruleIndex }) => report.rules[ruleIndex]?.id)).toEqual(own.map(({ ruleId }) => ruleId));
});

test('the gravest findings are written, as many as code scanning shows, and it is said how many there are', async () => {
  const { text, notes } = await writtenWith('sarif', manyFindings(25_001));
  const log: unknown = JSON.parse(text);
  expect(schema.safeParse(log).error).toBeUndefined();
  expect(results.parse(log).runs[0].results).toHaveLength(5000);
  const cut = 'the 5000 gravest of 25001 findings are written, because code scanning shows no more';
  expect(notes).toEqual([`${cut}; the format json has all`]);
  expect(text).toContain(`"toolExecutionNotifications":[{"level":"warning","message":{"text":"${cut}"}}]`);
});

test('a result has at most the locations that code scanning shows', async () => {
  const report = smallReport();
  const related = Array.from({ length: 1500 }, (_, at) => `https://a.example/${at}`);
  const text = await written('sarif', {
    ...report,
    findings: report.findings.slice(0, 1).map((one) => ({ ...one, related })),
  });
  expect(text.match(/"uri":"a\.example\//g)).toHaveLength(100);
});
