import { encodeBytes } from '../../text/bytes.ts';
import type { ParsedUrl } from '../../url/parsed-url.ts';
import { resolve } from '../../url/resolve.ts';
import type { Piece } from '../formats/format.ts';

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
  const resolved = base === null ? text : resolve(base, text);
  const url = typeof resolved === 'string' ? resolved : text;
  return { bytes: `${encodeBytes(url)}\n`, url, line };
}
