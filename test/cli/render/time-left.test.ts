import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeLeft } from '../../../src/cli/render/time-left.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [0, 10, '0%'],
  [0.009, 60, '0%'],
  [0.25, 10, '25% · 30 s left'],
  [0.999, 10, '99% · 1 s left'],
  [0.1, 7, '10% · 1:03 min left'],
  [0.01, 60, '1% · 99:00 min left'],
  [1, 10, '100% · finishing'],
])('with a share of %d done after %i seconds: %s', (done, seconds, text) => {
  const started = performance.now();
  vi.advanceTimersByTime(seconds * 1000);
  expect(timeLeft(done, started)).toBe(text);
});
