import { AMPERSAND, isContinuation } from './html-bytes.ts';
import { decodeText } from './html-references.ts';
import { collapsed, keptText, MAX_KEPT_LENGTH } from './kept-text.ts';

/** The length of a piece, in bytes. */
const PIECE = 16 * 1024;
/** Longer than any valid reference. */
const LONGEST_REFERENCE = 40;

/** The text of a title with collapsed white space, at most 500 characters. */
export function readTitle(bytes: Buffer, start: number, end: number): string {
  let text = '';
  for (let at = start, stop: number; at < end && text.length <= MAX_KEPT_LENGTH + 1; at = stop) {
    stop = endOfPiece(bytes, at, end);
    text = collapsed(`${text}${decodeText(bytes.toString('utf8', at, stop))}`);
  }
  return keptText(text);
}

/**
 * The end of the first piece of a title. A title that is never closed is decoded piece by piece, because decoding
 * megabytes at once takes many times their size in memory. A piece never ends within a reference or a character.
 */
function endOfPiece(bytes: Buffer, start: number, end: number): number {
  if (end - start <= PIECE) return end;
  let stop = start + PIECE;
  while (isContinuation(bytes[stop] ?? 0)) stop--;
  const reference = bytes.subarray(stop - LONGEST_REFERENCE, stop).lastIndexOf(AMPERSAND);
  return reference === -1 ? stop : stop - LONGEST_REFERENCE + reference;
}
