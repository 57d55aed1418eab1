import { expect, test } from 'vitest';
import { ago } from '../../../src/cli/render/ago.ts';

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [3_599_999, '59 minutes ago'],
  [7_200_000, '2 hours ago'],
  [3 * 86_400_000, '3 days ago'],
  [-5000, 'just now'],
])('%i milliseconds: %s', (milliseconds, text) => {
  const at = Date.UTC(2026, 10, 21, 7, 37, 59);
  expect(ago(at, at + milliseconds)).toBe(`${text} (2026-11-21 07:37 UTC)`);
});

test('any number that a damaged database contains', () => {
  expect(ago(Number.POSITIVE_INFINITY)).toMatch(/^just now \(\+275760-/);
});
