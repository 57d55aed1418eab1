import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { duration, memorySize, size, timeLimit } from '../../../src/cli/options/units.ts';

test('a duration has a unit, or is in seconds', () => {
  expect(['250ms', '2s', '24h', '0', '1.5'].map(duration)).toEqual([250, 2000, 86_400_000, 0, 1500]);
});

test('a size has a unit, or is in bytes', () => {
  expect(['500K', '2M', '1gb', '7'].map(size)).toEqual([512_000, 2_097_152, 1_073_741_824, 7]);
});

test.for([
  [duration, 'soon', 'Write a duration such as 250ms, 2s or 24h.'],
  [duration, '9'.repeat(400), 'Write a duration such as 250ms, 2s or 24h.'],
  [timeLimit, '0', 'Use at least 1ms.'],
  [timeLimit, '0.5ms', 'Use at least 1ms.'],
  [size, 'big', 'Write a size such as 500K or 2M.'],
  [size, '99999999G', 'It is too large; write a size such as 500K or 2M.'],
  [size, '0', 'Use at least 1 byte.'],
  [memorySize, '1000K', 'Use at least 1M.'],
  [memorySize, '0', 'Use at least 1M.'],
] as const)('%o refuses %s', ([parse, text, message]) => {
  expect(() => parse(text)).toThrow(new InvalidArgumentError(message));
});
