/**
 * Covers: src/audit/rules/*.ts, src/audit/rules/{canonical,duplicates,target}/*.ts
 * Covers: src/audit/site/{address,declarers,final-canonical,lasting-failure,listings,named-sitemaps,once-per-site,spellings,target}.ts
 */
import { describe, expect, test } from 'vitest';
import { audit } from '../../../src/audit/audit.ts';
import { RULES } from '../../../src/audit/rules/index.ts';
import { compile } from '../../../src/index.ts';
import { auditSite } from '../example-site.ts';

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const found = async (pages: (typeof rule.examples)['bad']): Promise<readonly string[]> =>
    (await audit(await auditSite(pages), { rules: RULES, canonicalizer: compile() })).map((finding) => finding.rule);

  test('is found in the bad example', async () => {
    expect(await found(rule.examples.bad)).toContain(id);
  });

  test('is not found in the good example', async () => {
    expect(await found(rule.examples.good)).not.toContain(id);
  });
});

test('rule ids are unique', () => {
  const names = RULES.map(({ id }) => id);
  expect(new Set(names).size).toBe(names.length);
});
