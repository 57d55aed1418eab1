import { stdin } from 'node:process';
import { UsageError } from './exit.ts';

/** The longest line that is read: 16 Mi characters. */
const MAX_LINE = 1 << 24;

/** The arguments, or the lines of standard input where there are none. A BOM and the CR of CRLF are no part of a line. */
export async function* inputLines(args: readonly string[]): AsyncGenerator<readonly string[]> {
  if (args.length > 0) {
    yield args;
    return;
  }
  if (stdin.isTTY) throw new UsageError('no URL given; name some, or pipe a list in: dustpan canon < urls.txt');
  yield* linesOf(stdin);
}

/** The lines of a stream of UTF-8, in batches as they come in. */
async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of stream) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE)
      throw new UsageError(`a line has more than ${MAX_LINE} characters; is this a list of URLs?`);
    if (lines.length > 0) yield lines.map(withoutReturn);
  }
  rest += decoder.decode();
  if (rest !== '') yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
