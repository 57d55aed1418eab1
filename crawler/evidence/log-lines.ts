import type { Source } from '../../src/lists/source.ts';

/** A server writes no longer lines. */
const MAX_LINE = 1 << 16;

/** The lines of a log as bytes, one a character, without line feeds; of one that is too long null. */
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
