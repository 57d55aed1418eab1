import { expect, test } from 'vitest';
import { contradictions } from './laws.ts';
import { randomSite } from './random-sites.ts';

test('on 500 random sites, advice is consistent, and following it leaves fewer findings and no new ones', async () => {
  const found: string[] = [];
  for (let seed = 1; seed <= 500; seed++) found.push(...(await contradictions(randomSite(seed))));
  expect(found).toEqual([]);
});
