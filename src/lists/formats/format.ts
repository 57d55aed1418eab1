import type { Mistake } from '../line-urls.ts';
import type { ColumnChoice } from './csv/csv-column.ts';

/**
 * A part of a document: an entry, or the bytes between entries. All pieces joined give the document byte for byte,
 * except in formats that only list links.
 */
export interface Piece {
  /** The bytes as read, one per character (Latin-1). */
  readonly bytes: string;
  /** The URL of the entry, decoded; null if the piece is not an entry (a blank line, a header, markup). */
  readonly url: string | null;
  /** The line where the piece starts, or for an entry the line of the element with the URL. From 1. */
  readonly line: number;
  /** Why the URL of the entry is invalid, if the URL does not show it: the problem and, after a semicolon, the remedy. */
  readonly fault?: string;
  /** Where the entry is in the document, for people: a bookmark's folder, for example. */
  readonly place?: string;
  /**
   * `true` if the entry is the start of an element that holds other entries, such as an outline with a URL in OPML. It stays
   * in the document, whatever its URL.
   */
  readonly holdsOthers?: true;
}

/** Reads a document as it arrives. The chunks do not affect the pieces. */
export interface Reader {
  /**
   * Adds a chunk of the document, one byte per character (Latin-1). Returns the pieces that are complete.
   *
   * @throws {FormatError} if the document does not match the format, or lacks the requested column or field
   */
  readonly push: (bytes: string) => readonly Piece[];
  /**
   * The remaining pieces, at the end of the document.
   *
   * @throws {FormatError} as `push` does
   */
  readonly end: () => readonly Piece[];
}

/** The user's options for reading a document. */
export interface ReadOptions {
  /** For CSV and TSV: the name or number (from 1) of the column with URLs. */
  readonly column?: string;
  /** For CSV and TSV: called if the choice of the column is not obvious and `column` is not given. */
  readonly onColumn?: (choice: ColumnChoice) => void;
  /** For CSV: called with the line of a row with more cells than columns. The row counts as rejected. */
  readonly onWideRow?: (line: number) => void;
  /** For JSON Lines: the path to the field with the URL, such as `page.url`. */
  readonly field?: string;
  /**
   * For JSON Lines: called at the end with the fields of the first object if `field` is not given, and no line has its URL in
   * a usual field.
   */
  readonly onFields?: (names: readonly string[]) => void;
  /** The base of relative references. For an access log, the origin of the site: `https://example.com`. */
  readonly base?: string;
  /**
   * For plain lists: replaces each line with a mistake by the URLs in it, one per line, and calls this function with the
   * mistake and its line. Without it, lines stay as they are.
   */
  readonly clean?: (mistake: Mistake, line: number) => void;
}

/** A format of documents that contain links. */
export interface Format {
  /** The name on the command line. */
  readonly name: string;
  /** A short description for the help. */
  readonly description: string;
  /** Lowercase file extensions, with the dot. */
  readonly extensions: readonly string[];
  /**
   * Whether a document that starts like this has this format.
   *
   * @param head up to 64 KiB, Latin-1, without a byte order mark
   */
  readonly matches: (head: string) => boolean;
  /** Creates a reader for one document. */
  readonly createReader: (options: ReadOptions) => Reader;
  /**
   * The output: the document's own pieces, or one line per link for pages that contain more than links. Documents of
   * the kind `lines` can be concatenated, those of the kind `document` cannot.
   */
  readonly output: 'lines' | 'document' | 'links';
  /** The options that its reader uses; none if omitted. */
  readonly uses?: readonly ('column' | 'field' | 'base')[];
  /**
   * Whether a document may start with a heading, which is not an entry. Of several documents, only the first heading
   * stays.
   */
  readonly hasHeading?: true;
  /**
   * Merges dropped entries into the kept one (a bookmark's tags, its oldest date), and returns the bytes. Undefined if
   * entries have nothing to merge.
   */
  readonly merge?: (kept: Piece, merged: readonly Piece[]) => string;
}
