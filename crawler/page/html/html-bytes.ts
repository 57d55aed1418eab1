// The bytes that the HTML Standard's tokenizer looks for.

const TAB = 0x09;
export const LINE_FEED = 0x0a;
const VERTICAL_TAB = 0x0b;
export const RETURN = 0x0d;
export const SPACE = 0x20;
export const EXCLAMATION = 0x21;
export const DOUBLE_QUOTE = 0x22;
export const HASH = 0x23;
export const AMPERSAND = 0x26;
export const SINGLE_QUOTE = 0x27;
export const DASH = 0x2d;
export const SLASH = 0x2f;
export const SEMICOLON = 0x3b;
export const LESS = 0x3c;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const CLOSING_BRACKET = 0x5d;

/** The bit that distinguishes lower case from upper case in ASCII. */
const CASE = 0x20;

/** ASCII white space. */
export function isSpace(byte: number): boolean {
  return byte === SPACE || (byte <= RETURN && byte >= TAB && byte !== VERTICAL_TAB);
}

export function isLetter(byte: number): boolean {
  const lower = byte | CASE;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

export function isAlphanumeric(byte: number): boolean {
  return isLetter(byte) || isDigit(byte);
}

/** Whether a byte continues a character of UTF-8. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/**
 * Whether a name or another mark is at that place, in any ASCII case.
 *
 * @param mark in lower case
 */
export function isAt(bytes: Uint8Array, start: number, mark: string): boolean {
  for (let index = 0; index < mark.length; index++) {
    const byte = bytes[start + index] ?? 0;
    const lower = byte >= 0x41 && byte <= 0x5a ? byte | CASE : byte;
    if (lower !== mark.charCodeAt(index)) return false;
  }
  return true;
}
