const LINE_FEED = 0x0a;

/** Behind the line feed of the line. */
export function lineEnd(bytes: Uint8Array, from: number): number {
  const feed = bytes.indexOf(LINE_FEED, from);
  return feed < 0 ? bytes.length : feed + 1;
}

/** Behind the last whole line that fits into so many bytes; behind the first line if none does. */
export function linesEnd(bytes: Uint8Array, from: number, size: number): number {
  const limit = from + size;
  if (limit >= bytes.length) return bytes.length;
  const last = bytes.lastIndexOf(LINE_FEED, limit - 1);
  return last >= from ? last + 1 : lineEnd(bytes, limit);
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
