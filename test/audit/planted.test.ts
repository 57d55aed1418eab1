import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from '../../src/audit/rules/index.ts';
import { type RuleScore, scores } from './planted-site.ts';

test('on one site with all examples, every rule reports its bad example and ignores its good one', async () => {
  const all = await scores();
  expect(all.filter(({ found }) => found.length === 0).map(({ rule }) => rule)).toEqual([]);
  expect(all.flatMap(({ rule, falseAlarms }) => falseAlarms.map((url) => `${rule} ${url}`))).toEqual([]);
  expect(all.map(({ rule }) => rule)).toEqual(RULES.map(({ id }) => id));
  await expect(tableOf(all)).toMatchFileSnapshot(join(import.meta.dirname, 'planted-site.md'));
});

function tableOf(all: readonly RuleScore[]): string {
  const rows = all.map(
    ({ rule, planted, found, falseAlarms }) =>
      `| ${rule} | ${planted} | ${found.join(' ') || 'not found'} | ${falseAlarms.length} |\n`,
  );
  const found = all.filter((one) => one.found.length > 0).length;
  return `# The planted site

One site with the bad and the good example of every rule, each on hosts of its own, and a site without any problem. It is
crawled and audited with all rules: ${found} of ${all.length} rules find what is planted.

| rule | planted at | found at | false alarms |
|---|---|---|---|
${rows.join('')}`;
}
