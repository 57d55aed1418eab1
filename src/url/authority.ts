import { isSpecial } from './parsed-url.ts';

/** The index of the colon after the scheme (RFC 3986 3.1); -1 if the text has no scheme. */
export function schemeEnd(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const lower = code | 0x20;
    if (lower >= 0x61 && lower <= 0x7a) continue;
    if (i === 0) return -1;
    if (code === 0x3a) return i;
    const laterOnly = (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e;
    if (!laterOnly) return -1;
  }
  return -1;
}

/** The index where the authority starts, or where the path starts in a URL without an authority. */
export function authorityStart(text: string, colon: number, protocol: string): number {
  const start = colon + 1;
  if (protocol === 'file') return isSlash(text, start) && isSlash(text, start + 1) ? start + 2 : start;
  if (!isSpecial(protocol)) return text.startsWith('//', start) ? start + 2 : start;
  let i = start;
  while (isSlash(text, i)) i++;
  return i;
}

/** Whether the character at `index` is a slash or a backslash, which special URLs treat as a slash. */
export function isSlash(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x2f || code === 0x5c;
}

/** The index of the delimiter that ends the authority starting at `start`, or the end of the text. */
export function authorityEnd(text: string, start: number, special: boolean): number {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x2f || code === 0x3f || code === 0x23 || (special && code === 0x5c)) return i;
  }
  return text.length;
}
