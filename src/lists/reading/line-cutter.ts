import type { Piece, Reader } from '../formats/format.ts';
import { checkLength } from './limits.ts';

/** Cuts a document into lines as it comes in. A line keeps its LF, or CRLF. */
export class LineCutter {
  /** Stretches of a line whose end is yet to come: joined once, however many there are. */
  #unfinished: string[] = [];
  #length = 0;
  /** The number of the next line to come out. */
  line = 1;

  /** Hands over the lines that are complete by now. */
  push(bytes: string, take: (line: string, number: number) => void): void {
    let end = bytes.indexOf('\n');
    if (end < 0) {
      this.#keep(bytes);
      return;
    }
    let start = 0;
    if (this.#length > 0) {
      this.#keep(bytes.slice(0, end + 1));
      this.end(take);
      start = end + 1;
      end = bytes.indexOf('\n', start);
    }
    for (; end >= 0; end = bytes.indexOf('\n', start)) {
      checkLength(end + 1 - start, this.line);
      take(bytes.slice(start, end + 1), this.line);
      this.line += 1;
      start = end + 1;
    }
    if (start < bytes.length) this.#keep(bytes.slice(start));
  }

  /** Hands over the last line, where it has no end. */
  end(take: (line: string, number: number) => void): void {
    if (this.#length === 0) return;
    take(this.#unfinished.join(''), this.line);
    this.line += 1;
    this.#unfinished = [];
    this.#length = 0;
  }

  #keep(bytes: string): void {
    this.#unfinished.push(bytes);
    this.#length += bytes.length;
    checkLength(this.#length, this.line);
  }
}

/** A reader of a format that has an entry a line. */
export function createLineReader(urlOf: (line: string, number: number) => string | null): Reader {
  const cutter = new LineCutter();
  const read = (run: (take: (line: string, number: number) => void) => void): readonly Piece[] => {
    const pieces: Piece[] = [];
    run((line, number) => pieces.push({ bytes: line, url: urlOf(line, number), line: number }));
    return pieces;
  };
  return {
    push: (bytes) => read((take) => cutter.push(bytes, take)),
    end: () => read((take) => cutter.end(take)),
  };
}

/** A line without its LF or CRLF. */
export function withoutLineEnd(line: string): string {
  if (!line.endsWith('\n')) return line.endsWith('\r') ? line.slice(0, -1) : line;
  return line.slice(0, line.charCodeAt(line.length - 2) === 0x0d ? -2 : -1);
}
