import { isContinuation, LINE_FEED, RETURN } from './html-bytes.ts';

/** A place in a text. Lines and columns start at 1; columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The first byte of a character that takes two UTF-16 units, and of no other. */
const FIRST_OF_FOUR = 0xf0;

/**
 * Converts offsets in UTF-8 to lines and columns. Offsets must ascend, so that all of them together take one pass over
 * the text.
 */
export class LineCounter {
  private readonly bytes: Uint8Array;
  private at = 0;
  private line = 1;
  private column = 1;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** @param offset of a character, in bytes */
  positionOf(offset: number): Position {
    const { bytes } = this;
    let { line, column } = this;
    for (let at = this.at; at < offset; at++) {
      const byte = bytes[at] ?? 0;
      // A LF after a CR belongs to the same line end.
      if (byte === LINE_FEED || (byte === RETURN && bytes[at + 1] !== LINE_FEED)) {
        line++;
        column = 1;
      } else if (!isContinuation(byte)) column += byte >= FIRST_OF_FOUR ? 2 : 1;
    }
    this.at = offset;
    this.line = line;
    this.column = column;
    return { line, column };
  }
}
