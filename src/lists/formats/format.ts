/**
 * A stretch of a document as it was read: an entry, or what lies between entries. All the pieces of a document, one
 * after the other, are the document, byte for byte (but for formats that only list the links of a page).
 */
export interface Piece {
  /** Its bytes, one a character (Latin-1), so that they go out as they came in. */
  readonly bytes: string;
  /** The URL that the entry is about, decoded; null where this is no entry: a blank line, a header, markup. */
  readonly url: string | null;
  /** The line on which the piece starts, or for an entry its URL's element, counted from 1. */
  readonly line: number;
  /** Where in the document the entry lies, for who reads a report: a bookmark's folder. */
  readonly place?: string;
}

/** Takes a document apart as it comes in. The pieces are the same however the document is cut into stretches. */
export interface Reader {
  /**
   * Takes the next stretch of the document, one byte a character (Latin-1); gives the pieces that are complete by now.
   *
   * @throws {FormatError} where this cannot be a document of the format, or lacks what was asked for
   */
  readonly push: (bytes: string) => readonly Piece[];
  /** The pieces that are left at the end of the document. */
  readonly end: () => readonly Piece[];
}

/** What a user may say about a document. */
export interface ReadOptions {
  /** CSV and TSV: the name of the column with the URLs, or its number from 1. */
  readonly column?: string;
  /** JSON lines: the way to the field with the URL, such as `page.url`. */
  readonly field?: string;
  /** What relative references are resolved against; for an access log the origin of the site, `https://example.com`. */
  readonly base?: string;
}

/** A kind of document that holds links. */
export interface Format {
  readonly name: string;
  /** What it is, in a few words, for the help. */
  readonly description: string;
  /** Ends of file names, with the dot, in lower case. */
  readonly extensions: readonly string[];
  /** Whether a document that starts like this is of this format: up to 64 KiB, Latin-1, without a byte order mark. */
  readonly matches: (head: string) => boolean;
  readonly createReader: (options: ReadOptions) => Reader;
  /**
   * What goes out: the document's own pieces, or a line for each link (of a page that has more than links).
   * Documents of a format whose pieces are `lines` may stand one after the other; those of a `document` may not.
   */
  readonly output: 'lines' | 'document' | 'links';
  /** Whether a document may start with a heading, which is no entry: of several documents, only the first one's stays. */
  readonly hasHeading?: true;
  /**
   * The kept entry with what it takes over from those that were merged into it (a bookmark's tags, its oldest date),
   * as bytes; left out where entries have nothing to take over.
   */
  readonly merge?: (kept: Piece, merged: readonly Piece[]) => string;
}
