import { decodeBytes } from '../../text/bytes.ts';
import type { Piece, Reader } from '../formats/format.ts';
import { checkLength } from './limits.ts';

/** Cuts a document into lines as it arrives. A line keeps its LF or CRLF. */
class LineCutter {
  /** The chunks of an incomplete line, joined only once. */
  #unfinished: string[] = [];
  #length = 0;
  /** The number of the next line. */
  line = 1;

  /** Adds bytes, and passes on all complete lines. */
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

  /** Passes on the last line if it has no line end. */
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

/** What a line is: its URL, or null if it is not an entry; with the fault, if its URL does not show it. */
export type EntryOfLine = string | null | Required<Pick<Piece, 'url' | 'fault'>>;

/** A reader for a format with one entry per line. */
export function entryPerLine(entryOf: (line: string) => EntryOfLine): Reader {
  return piecesPerLine((bytes, line, pieces) => {
    const entry = entryOf(bytes);
    pieces.push(typeof entry === 'string' || entry === null ? { bytes, url: entry, line } : { bytes, ...entry, line });
  });
}

/**
 * A reader for a list format of your own with at most one URL per line.
 *
 * @param urlOf takes a line as text, without its line end, and returns its URL, or null if it has none
 */
export function lineReader(urlOf: (line: string) => string | null): Reader {
  return entryPerLine((bytes) => urlOf(decodeBytes(withoutLineEnd(bytes))));
}

/** A reader for a format whose lines have any number of pieces; `read` adds those of a line. */
export function piecesPerLine(read: (line: string, number: number, pieces: Piece[]) => void): Reader {
  const cutter = new LineCutter();
  const readAll = (run: (take: (line: string, number: number) => void) => void): readonly Piece[] => {
    const pieces: Piece[] = [];
    run((line, number) => read(line, number, pieces));
    return pieces;
  };
  return {
    push: (bytes) => readAll((take) => cutter.push(bytes, take)),
    end: () => readAll((take) => cutter.end(take)),
  };
}

/** Removes LF or CRLF from a line. */
export function withoutLineEnd(line: string): string {
  if (!line.endsWith('\n')) return line.endsWith('\r') ? line.slice(0, -1) : line;
  return line.slice(0, line.charCodeAt(line.length - 2) === 0x0d ? -2 : -1);
}
