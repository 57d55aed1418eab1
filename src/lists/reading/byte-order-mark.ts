import { FormatError } from '../error.ts';
import type { Piece, Reader } from '../formats/format.ts';

/** U+FEFF in UTF-8, one byte a character. */
export const MARK = '\xef\xbb\xbf';

/** @throws {FormatError} where the mark at the start says that the text is not in UTF-8 */
export function checkEncoding(head: string): void {
  if (!head.startsWith('\xff\xfe') && !head.startsWith('\xfe\xff')) return;
  throw new FormatError('bad-format', 'this is UTF-16; make it UTF-8 first: iconv -f UTF-16 -t UTF-8');
}

/** The start of a document without the mark. */
export function withoutMark(head: string): string {
  return head.startsWith(MARK) ? head.slice(MARK.length) : head;
}

/** A reader that keeps the mark at the start of a document apart, as a piece of its own or not at all. */
export function withByteOrderMark(reader: Reader, isKept: boolean): Reader {
  /** The start of the document while it may become the mark; null behind it. */
  let start: string | null = '';
  const settle = (text: string): readonly Piece[] => {
    start = null;
    checkEncoding(text);
    if (!text.startsWith(MARK)) return reader.push(text);
    const pieces = reader.push(text.slice(MARK.length));
    return isKept ? [{ bytes: MARK, url: null, line: 1 }, ...pieces] : pieces;
  };
  return {
    push: (bytes) => {
      if (start === null) return reader.push(bytes);
      start += bytes;
      return start.length < MARK.length ? [] : settle(start);
    },
    end: () => (start === null ? reader.end() : [...settle(start), ...reader.end()]),
  };
}
