import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorBound } from '../../src/facts/error-bound.ts';

describe('the bound of Clopper and Pearson', () => {
  test.each([
    [5, '45%'],
    [29, '10%'],
    [59, '5%'],
    [149, '2%'],
  ])('without an exception among %d: %s', (samples, percent) => {
    expect(`${Math.round(errorBound(samples) * 100)}%`).toBe(percent);
    expect((1 - errorBound(samples)) ** samples).toBeCloseTo(0.05, 12);
  });

  // From sums of whole numbers without rounding, and for many samples from the quantile of the beta distribution.
  test.each([
    [2, 1, 0.974679434],
    [5, 1, 0.657408318],
    [10, 1, 0.394163302],
    [10, 9, 0.994883803],
    [29, 1, 0.153392025],
    [30, 3, 0.238597857],
    [59, 2, 0.102889163],
    [149, 10, 0.111181127],
    [500, 37, 0.096202861],
    [1000, 50, 0.062863404],
    [100_000, 1, 4.743775717e-5],
    [100_000, 5000, 0.05114832195],
    [1_000_000, 500_000, 0.50082292605],
    [100_000, 99_999, 0.9999994870671877],
  ])('among %d with %d exceptions: %d', (samples, exceptions, bound) => {
    expect(errorBound(samples, exceptions) / bound).toBeCloseTo(1, 7);
  });

  test('of nothing, or of nothing but exceptions, is one', () => {
    expect([errorBound(0), errorBound(1, 1), errorBound(7, 7)]).toEqual([1, 1, 1]);
  });

  test('falls with every sample, rises with every exception, and lies above the share that was seen', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 3000 }),
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        (samples, share) => {
          const exceptions = Math.floor(share * (samples - 1));
          const bound = errorBound(samples, exceptions);
          expect(bound).toBeGreaterThan(exceptions / samples);
          expect(bound).toBeLessThanOrEqual(1);
          expect(errorBound(samples + 1, exceptions)).toBeLessThan(bound);
          expect(errorBound(samples, exceptions + 1)).toBeGreaterThan(bound);
        },
      ),
      { numRuns: 300 },
    );
  });
});
