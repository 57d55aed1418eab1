import { decodeHtml } from '../../../src/lists/reading/character-references.ts';
import { WINDOWS_1252_80_TO_9F } from '../windows-1252.ts';
import { HASH, isAlphanumeric, isDigit, SEMICOLON } from './html-bytes.ts';

const NEEDS_WORK = /[&\0\r]/;

/**
 * Decodes an attribute's value like the HTML Standard's tokenizer: character references are decoded (`&copy=` is text
 * here), line ends become LF, and U+0000 is replaced.
 *
 * @param raw the value in the page, without its quotes
 */
export function decodeAttribute(raw: string): string {
  if (!NEEDS_WORK.test(raw)) return raw;
  const text = replaceForbidden(raw);
  return UNCOMMON_IN_ATTRIBUTE.test(text)
    ? decodeHtml(`<a a="${text.replaceAll('"', '&quot;')}">`)
    : withCommonDecoded(text);
}

/** Decodes text, such as a title, like the HTML Standard's tokenizer. A `<` in it is text. */
export function decodeText(raw: string): string {
  if (!NEEDS_WORK.test(raw)) return raw;
  const text = replaceForbidden(raw);
  // Escaping `<` prevents any part of the text from being read as a tag.
  return UNCOMMON.test(text) ? decodeHtml(text.replaceAll('<', '&lt;')) : withCommonDecoded(text);
}

function withCommonDecoded(text: string): string {
  return text.replace(/&[a-z]+;/g, (reference) => COMMON.get(reference) ?? reference);
}

function replaceForbidden(raw: string): string {
  return /[\0\r]/.test(raw) ? raw.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD') : raw;
}

/** The letters of the longest name. */
const LONGEST_NAME = 31;
/** The most common names. All others take the decoder ten times as long. */
const COMMON: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&gt;', '>'],
  ['&lt;', '<'],
  ['&nbsp;', '\u00A0'],
  ['&quot;', '"'],
]);
const COMMON_NAMES = Array.from(COMMON.keys(), (reference) => reference.slice(1)).join('|');
/** An `&` that may start a reference other than the most common ones. */
const UNCOMMON = new RegExp(`&(?!${COMMON_NAMES})[\\da-zA-Z#]`);
/** The same in an attribute, where `&copy=` is text. */
const UNCOMMON_IN_ATTRIBUTE = new RegExp(`&(?!${COMMON_NAMES}|[\\da-zA-Z]+=)[\\da-zA-Z#]`);
const REPLACEMENT = '\uFFFD';
const MAX_CODE_POINT = 0x10ffff;

/** Reads the character references of a text one by one. */
export class ReferenceReader {
  /** The offset after the last reference that was read. */
  end = 0;

  /**
   * The text of the reference at an `&`. Letters after it may be read with it, and an `&` that starts none is text.
   */
  read(bytes: Buffer, at: number): string {
    const first = at + 1;
    if (bytes[first] === HASH) return this.#readNumber(bytes, first + 1);
    let end = first;
    while (end - first <= LONGEST_NAME && isAlphanumeric(bytes[end] ?? 0)) end++;
    if (end === first) return this.#plain(first);
    this.end = bytes[end] === SEMICOLON ? end + 1 : end;
    const raw = bytes.toString('latin1', at, this.end);
    return COMMON.get(raw) ?? decodeText(raw);
  }

  #plain(end: number): string {
    this.end = end;
    return '&';
  }

  /** @param start the offset after `&#` */
  #readNumber(bytes: Buffer, start: number): string {
    const isHex = ((bytes[start] ?? 0) | 0x20) === 0x78;
    const base = isHex ? 16 : 10;
    const first = isHex ? start + 1 : start;
    let end = first;
    let code = 0;
    for (let digit = digitOf(bytes[end] ?? 0, base); digit !== -1; digit = digitOf(bytes[end] ?? 0, base)) {
      code = Math.min(code * base + digit, MAX_CODE_POINT + 1);
      end++;
    }
    if (end === first) return this.#plain(start - 1);
    this.end = bytes[end] === SEMICOLON ? end + 1 : end;
    return characterOf(code);
  }
}

/** The value of a digit; -1 for any other byte. */
function digitOf(byte: number, base: number): number {
  if (isDigit(byte)) return byte - 0x30;
  const lower = byte | 0x20;
  return base === 16 && lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** HTML Standard, 13.2.5.80: numeric character reference end state. */
function characterOf(code: number): string {
  if (code === 0 || code > MAX_CODE_POINT || (code >= 0xd800 && code <= 0xdfff)) return REPLACEMENT;
  return code >= 0x80 && code <= 0x9f ? WINDOWS_1252_80_TO_9F.charAt(code - 0x80) : String.fromCodePoint(code);
}
