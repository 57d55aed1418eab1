/**
 * ASCII white space: tab, LF, vertical tab, FF, CR, space. In UTF-8 bytes, other white space would be part of a
 * character.
 */
export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Whether the text is empty or only white space. */
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isSpace(text.charCodeAt(i))) return false;
  return true;
}

/** The index of the first character from `from` that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The index where the white space before `index` starts, at least `from`. */
export function spaceStart(text: string, index: number, from = 0): number {
  let at = index;
  while (at > from && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Removes white space from both ends. */
export function trimSpace(text: string): string {
  const start = skipSpace(text, 0);
  return text.slice(start, spaceStart(text, text.length, start));
}
