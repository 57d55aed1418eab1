import type { Output } from './output.ts';

/** An entry of a list. Valid until the next entry. */
export interface Entry {
  /** The bytes that contain the URL. */
  readonly view: DataView;
  /** Index of the URL's first byte in `view`. */
  readonly start: number;
  /** Index after the URL's last byte in `view`. */
  readonly end: number;
  /** The hash of the URL's bytes, of `hashBytes`. */
  readonly hash: number;
  /** The line where the entry starts, from 1. */
  readonly line: number;
  /** Where the entry is in the document, such as a bookmark's folder; empty if unknown. */
  readonly place: string;
  /** Why the URL is invalid, see `Piece`; empty if it is valid or shows this itself. */
  readonly fault: string;
  /** The URL as found, decoded. */
  readonly url: () => string;
  /** The whole entry, one byte per character (Latin-1). */
  readonly bytes: () => string;
  /** Writes the whole entry, without making a string of it if possible. */
  readonly writeTo: (output: Output) => void;
}

/** Receives the parts of a list in order. */
export interface EntrySink {
  /** Whether what it receives stays one document. Entries that hold others then come as bytes between entries. */
  readonly isDocument: boolean;
  /** Receives an entry. */
  readonly entry: (entry: Entry) => void;
  /** Receives bytes between entries, one per character (Latin-1). */
  readonly other: (bytes: string) => void;
  /** Receives the hashes of some entries before the entries come. Blank lines among them do not come. */
  readonly ahead?: (hashes: Int32Array, count: number) => void;
}
