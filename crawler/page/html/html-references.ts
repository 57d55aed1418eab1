import { QuoteType, Tokenizer } from 'htmlparser2';
import { IGNORED_TOKENS } from '../../../src/lists/reading/ignored-tokens.ts';

// htmlparser2 keeps its decoder to itself, and decoding while tokenizing makes it visit every character. So a page is
// tokenized without, and the few values that are wanted and hold a reference are tokenized once more, with.

const NEEDS_WORK = /[&\0\r]/;

/**
 * An attribute's value as the HTML Standard's tokenizer gives it: character references decoded (`&copy=` is not one
 * here), line ends made LF, U+0000 replaced.
 *
 * @param raw the value as it stands in the page, without its quotes
 * @param quote the quotes it had: they tell what the value may hold
 */
export function decodeAttribute(raw: string, quote: QuoteType): string {
  if (!NEEDS_WORK.test(raw)) return raw;
  const mark = quote === QuoteType.Double ? '"' : quote === QuoteType.Single ? "'" : '';
  return decode(`<a a=${mark}${replaceForbidden(raw)}${mark}>`);
}

/** Text, such as a title's, as the HTML Standard's tokenizer gives it; a `<` in it is text. */
export function decodeText(raw: string): string {
  if (!NEEDS_WORK.test(raw)) return raw;
  // With `<` as a reference too, nothing in the text can be taken for a tag.
  return decode(replaceForbidden(raw).replaceAll('<', '&lt;'));
}

/** UTF-16 units of a piece. */
const PIECE = 16 * 1024;
/** Longer than any reference that means something. */
const LONGEST_REFERENCE = 40;

/**
 * A text in pieces to decode one after the other: decoded as a whole, one of megabytes takes many times its size. No
 * reference is cut.
 */
export function* piecesOf(text: string, start: number, end: number): Generator<string> {
  for (let at = start; at < end; ) {
    const stop = endOfPiece(text, at, end);
    yield text.slice(at, stop);
    at = stop;
  }
}

function endOfPiece(text: string, start: number, end: number): number {
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
// One for all: making one costs more than what it is to decode.
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
