import { startWithoutCredentials, withoutCredentials } from '../../../src/url/credentials.ts';
import { AMPERSAND, isContinuation } from './html-bytes.ts';
import { decodeText } from './html-references.ts';

const MAX_TITLE_LENGTH = 500;
/** The length of a piece, in bytes. */
const PIECE = 16 * 1024;
/** Longer than any valid reference. */
const LONGEST_REFERENCE = 40;

/** The text of a title with collapsed white space, at most 500 characters. */
export function readTitle(bytes: Buffer, start: number, end: number): string {
  let text = '';
  for (let at = start, stop: number; at < end && text.length <= MAX_TITLE_LENGTH + 1; at = stop) {
    stop = endOfPiece(bytes, at, end);
    // A tab in a URL does not end it, but a space does.
    text = `${text}${decodeText(bytes.toString('utf8', at, stop))}`.replace(/([\t\n\f\r ])[\t\n\f\r ]+/g, '$1');
  }
  const title = withoutCredentials(text)
    .replace(/[\t\n\f\r]/g, ' ')
    .replace(/^ | $/g, '');
  // Do not cut a surrogate pair in half.
  return startWithoutCredentials(title, MAX_TITLE_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
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
