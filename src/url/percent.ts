/**
 * Percent-encoding works on bytes. Decoded text is never re-encoded, so bytes that are not UTF-8 survive. Sets:
 * https://url.spec.whatwg.org/#percent-encoded-bytes. Unreserved characters: RFC 3986 2.3.
 */

/** A percent-encode set of the URL Standard. */
export type EncodeSet = number;

/** The C0 control percent-encode set. */
export const OPAQUE_PATH: EncodeSet = 1;
export const FRAGMENT: EncodeSet = 2;
export const QUERY: EncodeSet = 4;
export const SPECIAL_QUERY: EncodeSet = 8;
export const PATH: EncodeSet = 16;
export const USERINFO: EncodeSet = 32;

/** The sets that encode each ASCII character, as a bit mask. */
const ENCODED_IN: Uint8Array = tableOfSets();

function tableOfSets(): Uint8Array {
  const table = new Uint8Array(128);
  const add = (sets: number, characters: string): void => {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      table[code] = (table[code] ?? 0) | sets;
    }
  };
  const all = OPAQUE_PATH | FRAGMENT | QUERY | SPECIAL_QUERY | PATH | USERINFO;
  for (let code = 0; code < 0x20; code++) table[code] = all;
  table[0x7f] = all;
  add(FRAGMENT, ' "<>`');
  add(QUERY | SPECIAL_QUERY | PATH | USERINFO, ' "#<>');
  add(SPECIAL_QUERY, "'");
  add(PATH | USERINFO, '?^`{}');
  add(USERINFO, '/:;=@[\\]|');
  return table;
}

/** Whether the set percent-encodes the character. */
export function mustEncode(code: number, set: EncodeSet): boolean {
  return code > 0x7e || ((ENCODED_IN[code] ?? 0) & set) !== 0;
}

/** A regular expression class of the characters that the set leaves alone, minus those in `butFor`. */
export function classOfSafe(set: EncodeSet, butFor = ''): string {
  const codes = Array.from({ length: 0x7f }, (_, code) => code).filter((code) => !mustEncode(code, set));
  const safe = codes.map((code) => String.fromCharCode(code)).filter((character) => !butFor.includes(character));
  return `[${safe.map((character) => character.replace(/[\]\\^-]/, '\\$&')).join('')}]`;
}

/** For each set, a pattern that finds the characters to encode. It skips most texts quickly. */
const ENCODED: ReadonlyMap<EncodeSet, RegExp> = new Map(
  [OPAQUE_PATH, FRAGMENT, QUERY, SPECIAL_QUERY, PATH, USERINFO].map((set) => [
    set,
    new RegExp(classOfSafe(set).replace('[', '[^')),
  ]),
);

/**
 * UTF-8 percent-encodes the characters of the set. `%` is in no set, so escapes stay. Returns the same string if
 * unchanged.
 */
export function percentEncode(text: string, set: EncodeSet): string {
  if (ENCODED.get(set)?.test(text) === false) return text;
  const { length } = text;
  let out = '';
  let start = 0;
  for (let i = 0; i < length; ) {
    const code = text.charCodeAt(i);
    if (!mustEncode(code, set)) {
      i++;
      continue;
    }
    const end = code < 0x80 ? i + 1 : asciiStart(text, i + 1);
    out += text.slice(start, i) + (code < 0x80 ? escapeByte(code) : encodeNonAscii(text.slice(i, end)));
    i = end;
    start = end;
  }
  return out + text.slice(start);
}

/** The index of the next ASCII character, or the length. */
function asciiStart(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charCodeAt(i) > 0x7f) i++;
  return i;
}

/** Encodes as UTF-8. An unpaired surrogate becomes U+FFFD, as in the URL Standard. */
function encodeNonAscii(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const ESCAPES: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

export function escapeByte(byte: number): string {
  return ESCAPES[byte] ?? '';
}

/** The value of an ASCII hex digit; -1 for any other character. */
export function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The byte of the escape at `index`; -1 if there is no well-formed escape. */
function escapedByte(text: string, index: number): number {
  if (text.charCodeAt(index) !== 0x25 || index + 2 >= text.length) return -1;
  const high = hexValue(text.charCodeAt(index + 1));
  const low = hexValue(text.charCodeAt(index + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** RFC 3986 6.2.2.1: `%c2` becomes `%C2`. Returns the same string if unchanged. */
export function uppercaseEscapes(text: string): string {
  let out = '';
  let start = 0;
  for (let i = text.indexOf('%'); i >= 0; i = nextPercent(text, i + 1)) {
    if (!hasLowerDigit(text, i)) continue;
    const byte = escapedByte(text, i);
    if (byte < 0) continue;
    out += text.slice(start, i) + escapeByte(byte);
    start = i + 3;
  }
  return start === 0 ? text : out + text.slice(start);
}

/** The index of the next `%`. Checks the position after an escape first, since escapes often follow one another. */
function nextPercent(text: string, from: number): number {
  return text.charCodeAt(from + 2) === 0x25 ? from + 2 : text.indexOf('%', from);
}

function hasLowerDigit(text: string, escape: number): boolean {
  return text.charCodeAt(escape + 1) > 0x60 || text.charCodeAt(escape + 2) > 0x60;
}

/** RFC 3986 2.3: ALPHA DIGIT `-` `.` `_` `~`. */
export function isUnreserved(code: number): boolean {
  const lower = code | 0x20;
  return (
    (lower >= 0x61 && lower <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x5f ||
    code === 0x7e
  );
}

/**
 * RFC 3986 6.2.2.2: decodes escapes of unreserved characters. Returns the same string if unchanged.
 *
 * An escape stays if its character would complete another escape: `%%41` and `%4%31` would become `%A…` and `%41`.
 * Those are different bytes, and a second run would decode them further.
 */
export function decodeUnreserved(text: string): string {
  let out = '';
  let start = 0;
  // The last two code units of `out`. Reading them from `out` would flatten the string.
  let last = 0;
  let lastButOne = 0;
  for (let i = text.indexOf('%'); i >= 0; i = nextPercent(text, i + 1)) {
    const byte = escapedByte(text, i);
    if (!isUnreserved(byte)) continue;
    const before = i > start ? text.charCodeAt(i - 1) : last;
    const beforeThat = i > start + 1 ? text.charCodeAt(i - 2) : i > start ? last : lastButOne;
    if (completesEscape(beforeThat, before, byte)) continue;
    out += text.slice(start, i) + String.fromCharCode(byte);
    start = i + 3;
    lastButOne = before;
    last = byte;
  }
  return start === 0 ? text : out + text.slice(start);
}

/** Whether `byte`, placed after two characters, would become the first or second hex digit of an escape. */
function completesEscape(beforeThat: number, before: number, byte: number): boolean {
  if (hexValue(byte) < 0) return false;
  return before === 0x25 || (beforeThat === 0x25 && hexValue(before) >= 0);
}

/** Decodes all escapes to bytes, one code unit (0 to 255) each. Other code units stay. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9A-Fa-f]{2}/g, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));
}

/** Lowercases A to Z. Escapes stay unchanged. */
export function lowercaseLetters(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[A-Z]+/g, (run) => (run.startsWith('%') ? run : run.toLowerCase()));
}
