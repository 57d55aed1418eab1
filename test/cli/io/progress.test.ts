import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logLine } from '../../../src/cli/io/output.ts';
import { ProgressLine } from '../../../src/cli/io/progress.ts';
import { configureTerminal } from '../../../src/cli/io/terminal.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('TERM', 'xterm');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
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

test('a log gets no progress', async () => {
  expect(await shownDuring(3_600_000, false)).toEqual([]);
});

test('a terminal that knows no escape sequences gets no progress', async () => {
  vi.stubEnv('TERM', 'dumb');
  expect(await shownDuring(60_000, true)).toEqual([]);
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

/** A terminal, and what it was told. */
function terminal(): { readonly written: string[]; readonly stream: ConstructorParameters<typeof ProgressLine>[1] } {
  const written: string[] = [];
  return { written, stream: { write: (text) => written.push(String(text)) > 0, isTTY: true } };
}

test('a line of output takes the place of the progress', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { written, stream } = terminal();
  const line = new ProgressLine(async () => 'step', stream);
  await vi.advanceTimersByTimeAsync(250);
  logLine('the server does not answer');
  logLine('it answers again');
  await vi.advanceTimersByTimeAsync(250);
  line.stop();
  expect(written).toEqual(['\r\x1b[Kstep', '\r\x1b[K', '\r\x1b[Kstep', '\r\x1b[K']);
});

test('nothing is drawn behind the end, and one text is asked for at a time', async () => {
  const { written, stream } = terminal();
  const text = Promise.withResolvers<string>();
  const ask = vi.fn(() => text.promise);
  const line = new ProgressLine(ask, stream);
  await vi.advanceTimersByTimeAsync(1000);
  line.stop();
  text.resolve('step');
  await vi.advanceTimersByTimeAsync(1000);
  expect([ask.mock.calls.length, written]).toEqual([1, []]);
});

test('a text that fails does not end the program, and the next one is shown', async () => {
  const { written, stream } = terminal();
  const ask = vi.fn(async () => 'step').mockRejectedValueOnce(new Error('the store is closed'));
  const line = new ProgressLine(ask, stream);
  await vi.advanceTimersByTimeAsync(500);
  expect(written).toEqual(['\r\x1b[Kstep']);
  line.stop();
});
