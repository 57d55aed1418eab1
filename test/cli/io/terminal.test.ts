import { afterEach, expect, test, vi } from 'vitest';
import { configureTerminal, hasColors } from '../../../src/cli/io/terminal.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  configureTerminal({});
});

test.each([
  { color: 'always', term: 'xterm', noColor: '1', force: '', isTTY: false, expected: true },
  { color: 'never', term: 'xterm', noColor: '', force: '1', isTTY: true, expected: false },
  { color: 'auto', term: 'xterm', noColor: '1', force: '1', isTTY: true, expected: false },
  { color: 'auto', term: 'xterm', noColor: '', force: '1', isTTY: false, expected: true },
  { color: 'auto', term: 'xterm', noColor: '', force: '0', isTTY: true, expected: false },
  { color: 'auto', term: 'xterm', noColor: '', force: '', isTTY: true, expected: true },
  { color: 'auto', term: 'xterm', noColor: '', force: '', isTTY: false, expected: false },
  { color: 'auto', term: 'dumb', noColor: '', force: '', isTTY: true, expected: false },
  { color: 'auto', term: 'dumb', noColor: '', force: '1', isTTY: true, expected: true },
] as const)('colors with %j', ({ color, term, noColor, force, isTTY, expected }) => {
  vi.stubEnv('TERM', term);
  vi.stubEnv('NO_COLOR', noColor);
  vi.stubEnv('FORCE_COLOR', force);
  configureTerminal({ color });
  expect(hasColors({ isTTY })).toBe(expected);
});
