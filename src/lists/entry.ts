/** An entry of a list, as it is handed out. It is good until the next one comes. */
export interface Entry {
  /** Where its URL lies, as bytes. */
  readonly view: DataView;
  readonly start: number;
  readonly end: number;
  /** The line on which it starts, from 1. */
  readonly line: number;
  /** Where in the document it lies; empty where that says nothing. */
  readonly place: string;
  /** Its URL as found, decoded. */
  readonly url: () => string;
  /** All of it, one byte a character (Latin-1). */
  readonly bytes: () => string;
}

/** What is done with the parts of a list, in their order. */
export interface EntrySink {
  readonly entry: (entry: Entry) => void;
  /** What is no entry, one byte a character (Latin-1). */
  readonly other: (bytes: string) => void;
}
