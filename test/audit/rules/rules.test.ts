/**
 * Covers: src/audit/rules/*.ts, src/audit/rules/{canonical,duplicates,target}/*.ts
 * Covers: src/audit/site/{address,declarers,final-canonical,lasting-failure,listings,named-sitemaps,once-per-site,spellings,target}.ts
 */
import { describe, expect, test } from 'vitest';
import { audit } from '../../../src/audit/audit.ts';
import { decisionsOf } from '../../../src/audit/decision/decision.ts';
import { duplicatesOf } from '../../../src/audit/duplicates/duplicates.ts';
import { nearDuplicates } from '../../../src/audit/duplicates/near-duplicates.ts';
import { ownPages } from '../../../src/audit/duplicates/page-texts.ts';
import { sameTexts } from '../../../src/audit/duplicates/same-text.ts';
import { RULES } from '../../../src/audit/rules/index.ts';
import type { CachedSteps } from '../../../src/audit/site/once-per-site.ts';
import type { AuditSite } from '../../../src/audit/site/site.ts';
import { compile } from '../../../src/index.ts';
import { auditSite } from '../example-site.ts';

const LONG_WORK: Readonly<Record<string, CachedSteps<unknown>>> = {
  decisionsOf,
  duplicatesOf,
  nearDuplicates,
  ownPages,
  sameTexts,
};

/** The names of the long work that is done. */
const doneFor = (site: AuditSite): readonly string[] =>
  Object.entries(LONG_WORK).flatMap(([name, look]) => (look.steps(site).next().done === true ? [name] : []));

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const found = async (pages: (typeof rule.examples)['bad']): Promise<readonly string[]> =>
    (await audit(await auditSite(pages), { rules: RULES, canonicalizer: compile() })).map((finding) => finding.rule);

  test('is found in the bad example', async () => {
    expect(await found(rule.examples.bad)).toContain(id);
  });

  test('is not found in the good example', async () => {
    expect(await found(rule.examples.good)).not.toContain(id);
  });

  test('does all work that takes long in steps, before its checks', async () => {
    const site = await auditSite(rule.examples.bad);
    for (const _ of rule.prepare?.(site) ?? []);
    const prepared = doneFor(site);
    for (const _ of rule.checkSite?.(site) ?? []);
    for (const page of site.pages) {
      const record = page.isPage ? site.record(page) : null;
      if (record !== null) for (const _ of rule.checkPage?.(page, record, site) ?? []);
    }
    expect(doneFor(site)).toEqual(prepared);
  });
});

test('rule ids are unique', () => {
  const names = RULES.map(({ id }) => id);
  expect(new Set(names).size).toBe(names.length);
});
