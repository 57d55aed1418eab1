const DASH = 0x2d;

/** White_Space of the Unicode Character Database, which no later version has changed; `String.prototype.trim` has another set. */
const WHITE_SPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- what ASCII is
  return !/[^\0-\x7f]/.test(text);
}

/** Without white space at the ends. */
export function trimWhiteSpace(text: string): string {
  return trimEnds(text, (code) => WHITE_SPACE.includes(String.fromCharCode(code)));
}

/** Without dashes at the ends. */
export function trimDashes(text: string): string {
  return trimEnds(text, (code) => code === DASH);
}

/** Without the code units at the ends that are to go. A pattern that looks for them at the end takes quadratic time. */
export function trimEnds(text: string, isToGo: (code: number) => boolean): string {
  let start = 0;
  while (start < text.length && isToGo(text.charCodeAt(start))) start++;
  return trimEnd(text.slice(start), isToGo);
}

/** The same at the end only. */
export function trimEnd(text: string, isToGo: (code: number) => boolean): string {
  let end = text.length;
  while (end > 0 && isToGo(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}
