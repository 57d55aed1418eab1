import { isUtf8 } from 'node:buffer';

/**
 * Text from bytes, one a character (Latin-1): UTF-8 where they are UTF-8; otherwise bytes beyond ASCII are
 * percent-encoded, which is what a client would send for them.
 */
export function decodeBytes(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  if (isUtf8(buffer)) return buffer.toString('utf8');
  return bytes.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The bytes of a text in UTF-8, one a character (Latin-1). */
export function encodeBytes(text: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII is its own UTF-8
  return !/[^\x00-\x7f]/.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}
