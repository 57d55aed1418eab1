/** The examples of the rules about scripts, in Chromium instead of as they say what scripts do. */
import { describe, expect, test } from 'vitest';
import { startRenderer } from '../../../crawler/render/renderer.ts';
import { audit } from '../../../src/audit/audit.ts';
import type { ExamplePage } from '../../../src/audit/rule.ts';
import { RULES } from '../../../src/audit/rules/index.ts';
import { RENDERED_RULES } from '../../../src/audit/rules/rendered.ts';
import { compile } from '../../../src/index.ts';
import { HAS_CHROMIUM, WHY_SKIPPED } from '../../browser/chromium.ts';
import { auditSite } from '../example-site.ts';

async function found(pages: readonly ExamplePage[]): Promise<readonly string[]> {
  const site = await auditSite(pages, {
    renderer: (network) => startRenderer({ ...network, browser: null, userAgent: 'x', timeout: 20_000, maxBytes: 1e6 }),
  });
  return (await audit(site, { rules: RULES, canonicalizer: compile() })).map(({ rule }) => rule);
}

describe.skipIf(!HAS_CHROMIUM)(`rules about scripts${WHY_SKIPPED}`, () => {
  test.each(RENDERED_RULES)('$id is found in the bad example, and not in the good one', async ({ id, examples }) => {
    expect(await found(examples.bad)).toContain(id);
    expect(await found(examples.good)).not.toContain(id);
  });
});
