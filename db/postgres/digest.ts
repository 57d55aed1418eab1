import { createHash } from 'node:crypto';
import type { Key } from '../../src/canon/key.ts';

/** What identifies a text in an index, whose entries cannot be long: 16 bytes of its SHA-256. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}

/** Scheme and authority. */
const ORIGIN = /^[^:/?#]*:(?:\/\/[^/?#]*)?/;
/** The bytes that the keys of one origin share, so that they lie together in the index. */
const SHARED = 4;

/** What identifies a key in the index. */
export function keyDigest(key: Key): Buffer {
  const origin = ORIGIN.exec(key)?.[0] ?? '';
  return Buffer.concat([digestOf(origin).subarray(0, SHARED), digestOf(key)]);
}
