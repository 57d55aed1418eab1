/**
 * The body without its chunks (RFC 9112, section 7.1). Some programs record the chunks, and others the headers of a
 * chunked body without them: what does not start with a chunk is returned as it is. A body that ends early is cut.
 */
export function dechunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf('\n', at);
    const line = lineEnd < 0 || lineEnd - at > MAX_LINE ? '' : body.toString('latin1', at, lineEnd);
    const [, size] = /^([0-9a-f]{1,8})[\t ]*(?:;.*)?\r?$/i.exec(line) ?? [];
    if (size === undefined) {
      if (at === 0) return body;
      break;
    }
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    parts.push(body.subarray(lineEnd + 1, lineEnd + 1 + length));
    at = lineEnd + 1 + length;
    if (body[at] === CR) at++;
    if (body[at] === LF) at++;
  }
  return Buffer.concat(parts);
}

/** The longest line with the size of a chunk and its extensions. */
const MAX_LINE = 1000;
const CR = 0x0d;
const LF = 0x0a;
