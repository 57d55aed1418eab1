const DASH = 0x2d;

/**
 * White_Space of the Unicode Character Database; no later version has changed it. `String.prototype.trim` uses another
 * set.
 */
const WHITE_SPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the ASCII range
  return !/[^\0-\x7f]/.test(text);
}

/** Removes white space from both ends. */
export function trimWhiteSpace(text: string): string {
  return trimEnds(text, (code) => WHITE_SPACE.includes(String.fromCharCode(code)));
}

/** Removes dashes from both ends. */
export function trimDashes(text: string): string {
  return trimEnds(text, (code) => code === DASH);
}

/** Removes matching code units from both ends. A pattern anchored at the end would take quadratic time. */
export function trimEnds(text: string, isToGo: (code: number) => boolean): string {
  let start = 0;
  while (start < text.length && isToGo(text.charCodeAt(start))) start++;
  return trimEnd(text.slice(start), isToGo);
}

/** Removes matching code units from the end. */
export function trimEnd(text: string, isToGo: (code: number) => boolean): string {
  let end = text.length;
  while (end > 0 && isToGo(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}
