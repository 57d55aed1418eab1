import { hash } from 'node:crypto';
import type { Key } from '../../src/canon/key.ts';

/** What identifies a text in an index, whose entries cannot be long: 16 bytes of its SHA-256. */
export function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 16);
}

/** Scheme and authority. */
const ORIGIN = /^[^:/?#]*:(?:\/\/[^/?#]*)?/;
/** The bytes that the keys of one origin share, so that they lie together in the index. */
const SHARED = 4;

/** The origin of the last key, because keys of one origin often follow each other. */
let last = { origin: '', digest: digestOf('') };

/** What identifies a key in the index. */
export function keyDigest(key: Key): Buffer {
  const origin = ORIGIN.exec(key)?.[0] ?? '';
  if (origin !== last.origin) last = { origin, digest: digestOf(origin) };
  return Buffer.concat([last.digest.subarray(0, SHARED), digestOf(key)]);
}
