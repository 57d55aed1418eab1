import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SCRIPT = scriptOfAxe();

/** Whether axe-core is there. It is not a dependency, because its licence is another one: npm install --no-save axe-core */
export const HAS_AXE: boolean = SCRIPT !== null;

/** What to put behind the name of a test that needs it. */
export const WHY_NO_AXE: string = HAS_AXE ? '' : ' (skipped: axe-core is not installed)';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds on a page, with the first element that it is about. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(SCRIPT ?? '');
  const violations = await page.evaluate<readonly Violation[]>('axe.run().then(({ violations }) => violations)');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

function scriptOfAxe(): string | null {
  try {
    return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  } catch {
    return null;
  }
}
