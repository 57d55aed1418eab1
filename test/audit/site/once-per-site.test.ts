import { describe, expect, test } from 'vitest';
import { decisionsOf } from '../../../src/audit/decision/decision.ts';
import { duplicatesOf } from '../../../src/audit/duplicates/duplicates.ts';
import { nearDuplicates } from '../../../src/audit/duplicates/near-duplicates.ts';
import { ownPages } from '../../../src/audit/duplicates/page-texts.ts';
import { sameTexts } from '../../../src/audit/duplicates/same-text.ts';
import { oncePerSiteInSteps } from '../../../src/audit/site/once-per-site.ts';
import type { Steps } from '../../../src/give-way.ts';
import { madeSite, page, prose } from '../made-site.ts';

const PAGES = 1000;
/** Each text under two URLs. */
const entries = Array.from({ length: PAGES }, (_, at) =>
  page(`https://example.com/${at}${at % 2 === 0 ? '' : '/'}`, prose(60, `t${Math.floor(at / 2)}x`)),
);

test.each([
  ['decisions', decisionsOf],
  ['duplicates', duplicatesOf],
  ['near-duplicates', nearDuplicates],
  ['pages with texts of their own', ownPages],
  ['pages with the same text', sameTexts],
])('finds %s in steps of at most 100 pages', async (_, look) => {
  expect([...look.steps(await madeSite(entries))].length).toBeGreaterThanOrEqual(PAGES / 2 / 100);
});

describe('work in steps', () => {
  const sites: unknown[] = [];
  const count = oncePerSiteInSteps(function* (site): Steps<number> {
    yield;
    return sites.push(site);
  });

  test('is done once for each site, in steps or at once', async () => {
    const [one, other] = [await madeSite([]), await madeSite([])];
    expect([...count.steps(one)]).toHaveLength(1);
    expect([...count.steps(one)]).toHaveLength(0);
    expect([count(one), count(other), count(one), count(other)]).toEqual([1, 2, 1, 2]);
    expect(sites).toEqual([one, other]);
  });
});
