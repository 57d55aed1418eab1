import { isUtf8 } from 'node:buffer';

/**
 * Decodes bytes as UTF-8. If they are not valid UTF-8, percent-encodes the bytes beyond ASCII, as a client would.
 *
 * @param bytes one byte per character (Latin-1)
 */
export function decodeBytes(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  if (isUtf8(buffer)) return buffer.toString('utf8');
  return escapeBytes(bytes);
}

/** Percent-encodes the bytes beyond ASCII in a text with one character per byte, as header values are. */
export function escapeBytes(bytes: string): string {
  return bytes.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Encodes a text as UTF-8, one byte per character (Latin-1). */
export function encodeBytes(text: string): string {
  // ASCII is its own UTF-8, and counting bytes is faster than looking for other characters.
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text, 'utf8').toString('latin1');
}
