import { expect, test } from 'vitest';
import { growthBy } from '../../../src/cli/io/v8.ts';

test.each([
  [1, 400],
  [11, 300],
  [40, 100],
  [41, 80],
  [133, 30],
  [134, 20],
  [4000, 20],
])('a heap with %i MB in use that may grow by 40 MB grows by %i percent', (used, growth) => {
  expect(growthBy(40e6, used * 1e6)).toBe(growth);
});
