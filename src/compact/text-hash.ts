/** Where a second, independent hash of the same text starts. */
export const SECOND_HASH = 0x9e3779b1;

/** FNV-1a over UTF-16 code units, with a final mixing step. Whole, 32 bits, may be negative. Not cryptographic. */
export function textHash(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
