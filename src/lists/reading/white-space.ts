/** ASCII white space: tab, LF, vertical tab, FF, CR, space. In bytes, others may be part of a character. */
export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Whether there is nothing but white space. */
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isSpace(text.charCodeAt(i))) return false;
  return true;
}

/** The index behind the white space that starts at one. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Where the white space in front of an index starts, not before another index. */
export function spaceStart(text: string, index: number, from = 0): number {
  let at = index;
  while (at > from && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Without the white space around it. */
export function trimSpace(text: string): string {
  const start = skipSpace(text, 0);
  return text.slice(start, spaceStart(text, text.length, start));
}
