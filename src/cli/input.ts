import { isUtf8 } from 'node:buffer';
import { stdin } from 'node:process';
import { UsageError } from './exit.ts';

/** The longest line that is read, in bytes. */
const MAX_LINE = 1 << 27;

/** The arguments, or the lines of standard input where there are none. A BOM and the CR of CRLF are no part of a line. */
export async function* inputLines(args: readonly string[]): AsyncGenerator<readonly string[]> {
  if (args.length > 0) {
    yield args;
    return;
  }
  if (stdin.isTTY) throw new UsageError('no URL given; name some, or pipe a list in: dustpan canon < urls.txt');
  yield* linesOf(stdin);
}

/** The lines of a stream, in batches as they come in. */
async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let unfinished: Buffer[] = [];
  let size = 0;
  let isFirst = true;
  for await (const bytes of stream) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = chunk.lastIndexOf(0x0a);
    unfinished.push(end < 0 ? chunk : chunk.subarray(0, end));
    size += chunk.length;
    if (end < 0) {
      if (size > MAX_LINE) throw new UsageError(`a line has more than ${MAX_LINE} bytes; is this a list of URLs?`);
      continue;
    }
    yield split(Buffer.concat(unfinished), isFirst);
    isFirst = false;
    unfinished = [chunk.subarray(end + 1)];
    size = chunk.length - end - 1;
  }
  const rest = Buffer.concat(unfinished);
  if (rest.length > 0) yield split(rest, isFirst);
}

function split(bytes: Buffer, isFirst: boolean): readonly string[] {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : eachLineDecoded(bytes);
  const lines = (isFirst && text.startsWith('\ufeff') ? text.slice(1) : text).split('\n');
  return text.includes('\r') ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines;
}

/** Lines that are no UTF-8 keep their bytes, percent-encoded: that is what a client would send for them. */
function eachLineDecoded(bytes: Buffer): string {
  const lines = bytes.toString('latin1').split('\n');
  return lines.map((line) => decodeLine(Buffer.from(line, 'latin1'))).join('\n');
}

function decodeLine(line: Buffer): string {
  if (isUtf8(line)) return line.toString('utf8');
  return line.toString('latin1').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
