import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeNumbers, encodeNumbers } from '../../../db/plan/numbers.ts';

test('any numbers come back', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 2 ** 42 - 1 }))), (numbers) => {
      expect(decodeNumbers(encodeNumbers(numbers))).toEqual(numbers);
    }),
  );
});

test('neighbours take a byte each', () => {
  expect(encodeNumbers([1000, 1001, 1000, 1063])).toHaveLength(2 + 3);
});
