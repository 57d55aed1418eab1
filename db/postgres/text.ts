/** Text as the server stores it: PostgreSQL's cannot hold U+0000, and a URL as found may contain it. */
export function encodeText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters
  return /[\0\x01]/.test(text) ? text.replaceAll('\x01', '\x01b').replaceAll('\0', '\x01a') : text;
}

/** The text that {@link encodeText} encoded. */
export function decodeText(stored: string): string {
  // oxlint-disable-next-line no-control-regex -- this is the character
  return stored.includes('\x01') ? stored.replace(/\x01([ab])/g, (_, code) => (code === 'a' ? '\0' : '\x01')) : stored;
}

/** A value for `pg`: text as the server stores it, and arrays as PostgreSQL writes them. */
export function encodeValue(value: unknown): unknown {
  if (typeof value === 'string') return encodeText(value);
  return Array.isArray(value) ? `{${value.map(encodeElement).join(',')}}` : value;
}

/** An element of an array. `pg` takes six times as long for numbers, because it escapes each. */
function encodeElement(value: unknown): string {
  if (typeof value === 'string') return NEEDS_ESCAPES.test(value) ? `"${escaped(encodeText(value))}"` : `"${value}"`;
  if (value instanceof Buffer) return `\\\\x${value.toString('hex')}`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return 'NULL';
  throw new TypeError(`no element of an array: ${typeof value}`);
}

// oxlint-disable-next-line no-control-regex -- those of `encodeText`
const NEEDS_ESCAPES = /["\\\0\x01]/;

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
