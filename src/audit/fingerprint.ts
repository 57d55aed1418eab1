import { mix } from './duplicates/text-sketch.ts';

/** A 64-bit hash of a text as 16 hexadecimal digits, the same on every engine. Not cryptographic. */
export function fingerprint(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = mix(high + text.charCodeAt(at));
  }
  return hexOf(mix(low ^ (high >>> 16))) + hexOf(high);
}

/** Each byte as two digits: `toString` takes ten times as long. */
const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A 32-bit hash as 8 hexadecimal digits. */
export function hexOf(bits: number): string {
  const digits = (shift: number): string => BYTES[(bits >>> shift) & 0xff] ?? '';
  return digits(24) + digits(16) + digits(8) + digits(0);
}
