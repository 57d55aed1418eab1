import { expect, test } from 'vitest';
import { bytes, span } from '../../../src/cli/render/quantities.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1_250_000, '1.3 MB'],
  [25_400_000_000, '25 GB'],
])('%d bytes are %s', (count, shown) => {
  expect(bytes(count)).toBe(shown);
});

test.each([
  [0, '0 ms'],
  [250, '250 ms'],
  [2000, '2 s'],
  [90_000, '1.5 min'],
  [45 * 60_000, '45 min'],
  [36 * 3_600_000, '1.5 d'],
])('%d milliseconds are %s', (milliseconds, shown) => {
  expect(span(milliseconds)).toBe(shown);
});
