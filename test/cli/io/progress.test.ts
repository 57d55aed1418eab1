import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProgressLine } from '../../../src/cli/io/progress.ts';
import { configureTerminal } from '../../../src/cli/io/terminal.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  configureTerminal({});
});

async function shownDuring(milliseconds: number, isTTY: boolean): Promise<readonly string[]> {
  let step = 0;
  const written: string[] = [];
  const write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
  const line = new ProgressLine(async () => `step ${++step}`, { write, isTTY });
  await vi.advanceTimersByTimeAsync(milliseconds);
  line.stop();
  return written;
}

test('a log gets a line every 30 seconds', async () => {
  expect(await shownDuring(29_999, false)).toEqual([]);
  expect(await shownDuring(60_000, false)).toEqual(['step 1\n', 'step 2\n']);
});

test('on a terminal the line overwrites itself and is cleared at the end', async () => {
  expect(await shownDuring(500, true)).toEqual(['\r\x1b[Kstep 1', '\r\x1b[Kstep 2', '\r\x1b[K']);
});

test('--quiet shows nothing, and neither does --verbose on a terminal', async () => {
  configureTerminal({ quiet: true });
  expect(await shownDuring(60_000, true)).toEqual([]);
  configureTerminal({ verbose: true });
  expect(await shownDuring(60_000, true)).toEqual([]);
});
