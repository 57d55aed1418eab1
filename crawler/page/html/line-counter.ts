/** A place in a text, line and column from 1; columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds lines and columns of offsets in ascending order: all together, one run over the text. */
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

  /** Where the line behind the next line end starts. */
  private findNext(): number {
    return this.lineEnds.test(this.text) ? this.lineEnds.lastIndex : Number.POSITIVE_INFINITY;
  }
}
