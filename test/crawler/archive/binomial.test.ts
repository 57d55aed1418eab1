import { expect, test } from 'vitest';
import { atMost } from '../../../crawler/archive/binomial.ts';

test('the chance of at most so many events', () => {
  expect(atMost(0, 29, 0.1)).toBeCloseTo(0.9 ** 29, 12);
  expect(atMost(0, 28, 0.1)).toBeGreaterThan(0.05);
  expect(atMost(0, 59, 0.05)).toBeLessThan(0.05);
  expect(atMost(1, 2, 0.5)).toBeCloseTo(0.75, 12);
  expect(atMost(5, 5, 0.3)).toBeCloseTo(1, 12);
  expect(atMost(-1, 5, 0.3)).toBe(0);
});

test('is exact for many trials', () => {
  expect(atMost(100_000, 1_000_000, 0.1)).toBeCloseTo(0.5, 2);
  expect(atMost(90_000, 1_000_000, 0.1)).toBeLessThan(1e-9);
});
