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

/** A workspace in memory, for lists that fit there. */
export class MemoryWorkspace implements Workspace {
  readonly #series = new Map<number, Uint8Array[]>();
  readonly #members: Member[] = [];
  readonly #texts = new Set<string>();

  append(series: number, block: Uint8Array): void {
    const blocks = this.#series.get(series);
    // Copy the block, since the writer reuses its buffer. (`slice` on a Buffer would not copy.)
    const copy = new Uint8Array(block);
    if (blocks === undefined) this.#series.set(series, [copy]);
    else blocks.push(copy);
  }

  read(series: number): Iterable<Uint8Array> {
    return this.#series.get(series) ?? [];
  }

  drop(series: number): void {
    this.#series.delete(series);
  }

  addMember(member: Member): void {
    this.#members.push(member);
  }

  members(): Iterable<Member> {
    return this.#members.toSorted((a, b) => a.group - b.group || a.ordinal - b.ordinal);
  }

  addText(text: Uint8Array): boolean {
    const { size } = this.#texts;
    return this.#texts.add(Buffer.from(text).toString('latin1')).size > size;
  }

  close(): void {
    this.#texts.clear();
    this.#series.clear();
    this.#members.length = 0;
  }
}
