import { createHash } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, as digests are written in archives. Only for lengths that need no padding. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return bits.replace(/.{5}/g, (five) => ALPHABET.charAt(Number.parseInt(five, 2)));
}

/** The digest of the concatenated parts, as WARC files have it: `sha1:` and base32. */
export function warcDigest(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return `sha1:${base32(hash.digest())}`;
}
