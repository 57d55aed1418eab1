import { stderr } from 'node:process';
import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { LineWriter, logInternalError, logLine, out, summaryLine } from '../../../src/cli/io/output.ts';

const LONG = 'x'.repeat(1 << 16);

it('waits for a slow reader, and not for one that has caught up before', async () => {
  const stream = new PassThrough({ highWaterMark: 1 });
  const writer = new LineWriter(stream);
  writer.line(LONG);
  const flushed = writer.flush();
  const turn = new Promise((resolve) => void setImmediate(() => resolve('not yet')));
  expect(await Promise.race([flushed, turn])).toBe('not yet');
  stream.resume();
  await flushed;

  writer.line(LONG);
  // The reader takes all of it before anyone waits.
  while (stream.writableNeedDrain) await new Promise(setImmediate);
  await writer.flush();
});

it.each([
  ['postgres://ann@h:1/d?crawl=x does not answer', 'postgres://ann@h:1/d?crawl=x does not answer'],
  ["run dustpan audit 'postgres://ann@h/d?crawl=x'.", "run dustpan audit 'postgres://ann@h/d?crawl=x'."],
  ['write postgres://HOST:PORT/DATABASE?crawl=NAME', 'write postgres://HOST:PORT/DATABASE?crawl=NAME'],
  ['no postgres://ann:secret@h/d: bad', 'no postgres://ann@h/d: bad'],
  ['no --db=postgres://h/d?password=secret, bad', 'no --db=postgres://h/d, bad'],
  ['no postgresql://h/d?sslpassword=secret&crawl=x', 'no postgresql://h/d?crawl=x'],
  ['no postgres://ann@h:secret@i/d', 'no postgres://ann%40h@i/d'],
  ['no postgres://ann:12/secret@h/d', 'no the PostgreSQL server'],
  ['no postgres:/ann:secret@h/d', 'no the PostgreSQL server'],
  ['https://bob:pw@h/ not postgres://ann:pw@h/d', 'https://@h/ not postgres://ann@h/d'],
])('%s: a password is not printed, and the user of a server is', (text, printed) => {
  const write = vi.spyOn(stderr, 'write').mockReturnValue(true);
  logLine(text);
  expect(write.mock.lastCall).toEqual([`${printed}\n`]);
});

it('ends a line that begins with a URL with a user name', () => {
  const write = vi.spyOn(stderr, 'write').mockReturnValue(true);
  logLine('http://ann:secret@h/ is wrong');
  expect(write.mock.calls).toEqual([['http://@h/ is wrong\n']]);
});

it('prints no control characters, except the ends of lines', () => {
  const write = vi.spyOn(stderr, 'write').mockReturnValue(true);
  const line = vi.spyOn(out, 'line').mockReturnValue();
  for (const print of [logLine, summaryLine]) print('no column \u001b]0;a\u0007\u202eb\nat c');
  const printed = 'no column \\x1b]0;a\\x07\\u202eb\nat c';
  expect([write.mock.lastCall, line.mock.lastCall]).toEqual([[`${printed}\n`], [printed]]);
});

it.each([new SyntaxError('\u001b[2J is bad\nat b'), '\u001b[2J is bad\nat b'])(
  'prints the lines of an internal error without the control characters that it quotes',
  (error) => {
    const write = vi.spyOn(stderr, 'write').mockReturnValue(true);
    logInternalError(error);
    const [[printed] = []] = write.mock.calls;
    expect(printed).toContain('\\x1b[2J is bad\nat b');
    expect(printed).not.toContain('\u001b');
  },
);
