import { encodeBytes } from '../../text/bytes.ts';
import type { ParsedUrl } from '../../url/parsed-url.ts';
import { resolve } from '../../url/resolve.ts';
import type { Piece } from '../formats/format.ts';

/** Schemes of what a browser does on the spot, and nobody can visit. */
const NO_PLACE = /^(?:javascript|vbscript|data|blob|about):/i;

/**
 * The piece for a link of a page; null for one that leads nowhere else.
 *
 * @param reference as written, decoded
 * @param base null where it is not known: then a relative reference stays one
 */
export function linkPiece(reference: string, line: number, base: ParsedUrl | null): Piece | null {
  // Browsers ignore line breaks in it; a list has none to spare.
  const text = reference.replace(/[\t\n\r]+/g, '').trim();
  if (text === '' || text.startsWith('#') || NO_PLACE.test(text)) return null;
  const resolved = base === null ? text : resolve(base, text);
  const url = typeof resolved === 'string' ? resolved : text;
  return { bytes: `${encodeBytes(url)}\n`, url, line };
}
