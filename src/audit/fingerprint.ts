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

/** A 32-bit hash as 8 hexadecimal digits. */
export function hexOf(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
