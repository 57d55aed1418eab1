import { expect, test } from 'vitest';
import { calibrate, total } from './calibrate.ts';

/** Other sites than those of the first seeds, which `npm run bench -- calibration` looks at. */
const FIRST_SEED = 10_001;

test('claims about sites made at random are true, and find what there is to find', async () => {
  const all = total(Object.values(await calibrate(60, FIRST_SEED)));
  expect(all.confirmed).toBeGreaterThan(200);
  expect(all.falselyConfirmed / all.confirmed).toBeLessThan(0.01);
  expect(all.mergedWrongly).toBe(0);
  expect(all.found / all.equivalences).toBeGreaterThan(0.9);
});
