/** An entry of a list. Valid until the next entry. */
export interface Entry {
  /** The bytes that contain the URL. */
  readonly view: DataView;
  /** Index of the URL's first byte in `view`. */
  readonly start: number;
  /** Index after the URL's last byte in `view`. */
  readonly end: number;
  /** The line where the entry starts, from 1. */
  readonly line: number;
  /** Where the entry is in the document, such as a bookmark's folder; empty if unknown. */
  readonly place: string;
  /** The URL as found, decoded. */
  readonly url: () => string;
  /** The whole entry, one byte per character (Latin-1). */
  readonly bytes: () => string;
}

/** Receives the parts of a list in order. */
export interface EntrySink {
  /** Receives an entry. */
  readonly entry: (entry: Entry) => void;
  /** Receives bytes between entries, one per character (Latin-1). */
  readonly other: (bytes: string) => void;
}
