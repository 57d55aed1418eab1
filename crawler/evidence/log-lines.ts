import type { Source } from '../../src/lists/source.ts';

/** Servers do not write longer lines. */
const MAX_LINE = 1 << 16;

/** The lines of a log without line feeds, with one character per byte; null for a line that is too long. */
export async function* logLines(source: Pick<Source, 'stretches'>): AsyncGenerator<string | null> {
  let rest = '';
  let isTooLong = false;
  for await (const stretch of source.stretches) {
    const lines = stretch.toString('latin1').split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      const whole = rest + line;
      yield isTooLong || whole.length > MAX_LINE ? null : whole;
      rest = '';
      isTooLong = false;
    }
    isTooLong ||= rest.length + last.length > MAX_LINE;
    rest = isTooLong ? '' : rest + last;
  }
  if (isTooLong || rest !== '') yield isTooLong ? null : rest;
}
