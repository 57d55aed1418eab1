/** A place in a text. Lines and columns start at 1; columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Converts offsets to lines and columns. Offsets must ascend, so that all of them together take one pass over the text.
 */
export class LineCounter {
  private readonly text: string;
  private readonly lineEnds: RegExp = /\r\n?|\n/g;
  private line = 1;
  private start = 0;
  private next = 0;

  constructor(text: string) {
    this.text = text;
    this.next = this.findNext();
  }

  positionOf(offset: number): Position {
    while (this.next <= offset) {
      this.line++;
      this.start = this.next;
      this.next = this.findNext();
    }
    return { line: this.line, column: offset - this.start + 1 };
  }

  /** Finds the start of the next line. */
  private findNext(): number {
    return this.lineEnds.test(this.text) ? this.lineEnds.lastIndex : Number.POSITIVE_INFINITY;
  }
}
