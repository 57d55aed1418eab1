import type { Source } from '../../src/lists/source.ts';

/** Neither servers nor archives write longer lines. */
const MAX_LINE = 1 << 16;

/**
 * The lines of a log or an index as they arrive, without line feeds, with one character per byte; null for a line that
 * is too long. A stretch without a line feed yields an empty list, so that the reader can stop in the midst of a line.
 */
export async function* boundedLines(source: Pick<Source, 'stretches'>): AsyncGenerator<readonly (string | null)[]> {
  let rest = '';
  let isTooLong = false;
  for await (const stretch of source.stretches) {
    const lines: (string | null)[] = stretch.toString('latin1').split('\n');
    const last = lines.pop() ?? '';
    if (lines.length > 0) {
      const first = rest + (lines[0] ?? '');
      lines[0] = isTooLong ? null : first;
      rest = '';
      isTooLong = false;
    }
    yield lines.map((line) => (line !== null && line.length > MAX_LINE ? null : line));
    isTooLong ||= rest.length + last.length > MAX_LINE;
    rest = isTooLong ? '' : rest + last;
  }
  if (isTooLong || rest !== '') yield [isTooLong ? null : rest];
}
