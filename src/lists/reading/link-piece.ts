import { encodeBytes } from '../../text/bytes.ts';
import { orNull } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import type { ParsedUrl } from '../../url/parsed-url.ts';
import { resolve } from '../../url/resolve.ts';
import type { Piece } from '../formats/format.ts';

/** The base of relative references; null if there is none, or if it is not a valid URL. */
export function baseOf(text: string | undefined): ParsedUrl | null {
  return text === undefined ? null : orNull(parseUrl(text));
}

/** Schemes that do not lead to another page. */
const NO_PLACE = /^(?:javascript|vbscript|data|blob|about):/i;

/**
 * The piece for a link in a page; null if it does not lead to another page.
 *
 * @param reference as written, decoded
 * @param base null if unknown; relative references then stay relative
 */
export function linkPiece(reference: string, line: number, base: ParsedUrl | null): Piece | null {
  // Browsers ignore line breaks in a URL, and the list uses them as separators.
  const text = reference.replace(/[\t\n\r]+/g, '').trim();
  if (text === '' || text.startsWith('#') || NO_PLACE.test(text)) return null;
  const resolved = base === null ? text : resolve(text, base);
  const url = typeof resolved === 'string' ? resolved : text;
  return { bytes: `${encodeBytes(url)}\n`, url, line };
}
