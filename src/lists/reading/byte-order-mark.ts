import type { Piece, Reader } from '../formats/format.ts';

/** U+FEFF in UTF-8, one byte per character. */
export const MARK = '\xef\xbb\xbf';

/** Removes the byte order mark. */
export function withoutMark(head: string): string {
  return head.startsWith(MARK) ? head.slice(MARK.length) : head;
}

/** Wraps a reader to remove the byte order mark, or to return it as a piece of its own if `isKept` is set. */
export function withByteOrderMark(reader: Reader, isKept: boolean): Reader {
  /** The start of the document while it may still turn out to be the mark; null after that. */
  let start: string | null = '';
  const settle = (text: string): readonly Piece[] => {
    start = null;
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
