/** The examples of the rules about scripts, in each browser instead of as they say what scripts do. */
import { describe, expect, test } from 'vitest';
import { startRenderer } from '../../../crawler/render/renderer.ts';
import { audit } from '../../../src/audit/audit.ts';
import type { ExamplePage } from '../../../src/audit/rule.ts';
import { RULES } from '../../../src/audit/rules/index.ts';
import { RENDERED_RULES } from '../../../src/audit/rules/rendered.ts';
import { compile } from '../../../src/index.ts';
import { RENDERING_BROWSERS } from '../../browser/rendering-browsers.ts';
import { auditSite } from '../example-site.ts';

async function found(pages: readonly ExamplePage[], browser: string): Promise<readonly string[]> {
  const site = await auditSite(pages, {
    renderer: (network) => startRenderer({ ...network, browser, userAgent: 'x', timeout: 20_000, maxBytes: 1e6 }),
  });
  return (await audit(site, { rules: RULES, canonicalizer: compile() })).map(({ rule }) => rule);
}

describe.each(RENDERING_BROWSERS)('rules about scripts with $title', ({ path }) => {
  if (path === null) return test.skip('are not run');

  test.each(RENDERED_RULES)('$id is found in the bad example, and not in the good one', async ({ id, examples }) => {
    expect(await found(examples.bad, path)).toContain(id);
    expect(await found(examples.good, path)).not.toContain(id);
  });
});
