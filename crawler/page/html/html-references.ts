import { QuoteType, Tokenizer } from 'htmlparser2';
import { IGNORED_TOKENS } from '../../../src/lists/reading/ignored-tokens.ts';

// htmlparser2 does not export its decoder, and decoding while tokenizing makes it visit every character. So pages are
// tokenized without decoding. The few values that are needed and contain a reference are tokenized again with decoding.

const NEEDS_WORK = /[&\0\r]/;

/**
 * Decodes an attribute's value like the HTML Standard's tokenizer: character references are decoded (`&copy=` is not
 * one here), line ends become LF, and U+0000 is replaced.
 *
 * @param raw the value in the page, without its quotes
 * @param quote the quotes around it, which determine the characters it may contain
 */
export function decodeAttribute(raw: string, quote: QuoteType): string {
  if (!NEEDS_WORK.test(raw)) return raw;
  const mark = quote === QuoteType.Double ? '"' : quote === QuoteType.Single ? "'" : '';
  return decode(`<a a=${mark}${replaceForbidden(raw)}${mark}>`);
}

/** Decodes text, such as a title, like the HTML Standard's tokenizer. A `<` in it is text. */
export function decodeText(raw: string): string {
  if (!NEEDS_WORK.test(raw)) return raw;
  // Escaping `<` prevents any part of the text from being read as a tag.
  return decode(replaceForbidden(raw).replaceAll('<', '&lt;'));
}

/** The length of a piece, in UTF-16 units. */
const PIECE = 16 * 1024;
/** Longer than any valid reference. */
const LONGEST_REFERENCE = 40;

/**
 * The end of the first piece of a text. Texts are decoded piece by piece, because decoding megabytes at once takes many
 * times their size in memory. A piece never ends within a reference.
 */
export function endOfPiece(text: string, start: number, end: number): number {
  if (end - start <= PIECE) return end;
  const last = start + PIECE - LONGEST_REFERENCE;
  const reference = text.slice(last, start + PIECE).lastIndexOf('&');
  return reference === -1 ? start + PIECE : last + reference;
}

function replaceForbidden(raw: string): string {
  return raw.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}

let value = '';
let source = '';
const take = (start: number, end: number): void => {
  value += source.slice(start, end);
};
const takeReference = (codePoint: number): void => {
  value += String.fromCodePoint(codePoint);
};
// Shared, because creating one costs more than decoding a value.
const decoder = new Tokenizer(
  {},
  { ...IGNORED_TOKENS, onattribdata: take, onattribentity: takeReference, ontext: take, ontextentity: takeReference },
);

/** The text or attribute data of a small piece of markup. */
function decode(markup: string): string {
  value = '';
  source = markup;
  decoder.reset();
  decoder.write(markup);
  decoder.end();
  return value;
}
