// PostgreSQL's text cannot hold U+0000, and a URL as found may contain it.

/** Text as the server stores it. */
export function encodeText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters
  return /[\0\x01]/.test(text) ? text.replaceAll('\x01', '\x01b').replaceAll('\0', '\x01a') : text;
}

/** The text that {@link encodeText} encoded. */
export function decodeText(stored: string): string {
  // oxlint-disable-next-line no-control-regex -- this is the character
  return stored.includes('\x01') ? stored.replace(/\x01([ab])/g, (_, code) => (code === 'a' ? '\0' : '\x01')) : stored;
}

/** A value as the server reads it. */
export function encodeValue(value: unknown): unknown {
  if (typeof value === 'string') return encodeText(value);
  return Array.isArray(value) ? `{${value.map(encodeElement).join(',')}}` : value;
}

/** An element of an array. `pg` would take up to six times as long. */
function encodeElement(value: unknown): string {
  if (typeof value === 'string') return `"${escaped(encodeText(value))}"`;
  if (value instanceof Buffer) return `\\\\x${value.toString('hex')}`;
  return value === null || value === undefined ? 'NULL' : String(value);
}

function escaped(text: string): string {
  return /["\\]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : text;
}
