/** A row of a report: an entry of a group. */
export interface Member {
  /** The ordinal of the group's first entry. */
  readonly group: number;
  /** The ordinal of the entry. */
  readonly ordinal: number;
  /** The data to report, one byte per character (Latin-1). */
  readonly detail: string;
}

/** Temporary storage for data that does not fit into memory. It is empty after `close` and after the process ends. */
export interface Workspace {
  /** Appends a block of bytes to a series. */
  readonly append: (series: number, block: Uint8Array) => void;
  /** The blocks of a series in order. */
  readonly read: (series: number) => Iterable<Uint8Array>;
  /** Deletes a series. */
  readonly drop: (series: number) => void;
  /** Adds a row of the report. */
  readonly addMember: (member: Member) => void;
  /** All rows, sorted by group, then by ordinal. */
  readonly members: () => Iterable<Member>;
  /** Adds a byte string. Returns whether it is new. */
  readonly addText: (text: Uint8Array) => boolean;
  /** Deletes everything. */
  readonly close: () => void;
}
