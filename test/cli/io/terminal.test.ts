import { afterEach, expect, test, vi } from 'vitest';
import { configureTerminal, hasColors } from '../../../src/cli/io/terminal.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  configureTerminal({});
});

test.each([
  { color: 'always', noColor: '1', force: '', isTTY: false, expected: true },
  { color: 'never', noColor: '', force: '1', isTTY: true, expected: false },
  { color: 'auto', noColor: '1', force: '1', isTTY: true, expected: false },
  { color: 'auto', noColor: '', force: '1', isTTY: false, expected: true },
  { color: 'auto', noColor: '', force: '0', isTTY: true, expected: false },
  { color: 'auto', noColor: '', force: '', isTTY: true, expected: true },
  { color: 'auto', noColor: '', force: '', isTTY: false, expected: false },
] as const)('colors with %j', ({ color, noColor, force, isTTY, expected }) => {
  vi.stubEnv('NO_COLOR', noColor);
  vi.stubEnv('FORCE_COLOR', force);
  configureTerminal({ color });
  expect(hasColors({ isTTY })).toBe(expected);
});
