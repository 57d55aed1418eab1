/** Reads and writes well-formed UTF-8, byte by byte. Malformed input gives an arbitrary number instead of an error. */

/** The length in bytes of the character that starts with this byte. */
export function sizeFrom(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** The code point of the character at `at`. */
export function codeAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return lead;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | rest(bytes, at + 1);
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (rest(bytes, at + 1) << 6) | rest(bytes, at + 2);
  return ((lead & 0x07) << 18) | (rest(bytes, at + 1) << 12) | (rest(bytes, at + 2) << 6) | rest(bytes, at + 3);
}

function rest(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) & 0x3f;
}

/** The index of the character that ends before `end`. */
export function startBefore(bytes: Uint8Array, end: number): number {
  let start = end - 1;
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}
