/** A row of a report: an entry of a group. */
export interface Member {
  /** The number of the group's first entry in the list. */
  readonly group: number;
  readonly ordinal: number;
  /** What is reported of it. */
  readonly detail: string;
}

/** Room for what has no place in memory. What is put into it is gone when it is closed, or when the process ends. */
export interface Workspace {
  /** Puts a block of bytes at the end of a series. */
  readonly append: (series: number, block: Uint8Array) => void;
  /** The blocks of a series, in the order in which they came. */
  readonly read: (series: number) => Iterable<Uint8Array>;
  /** Frees a series. */
  readonly drop: (series: number) => void;
  readonly addMember: (member: Member) => void;
  /** All of them, by groups, and in a group by ordinals. */
  readonly members: () => Iterable<Member>;
  /** Takes note of a string of bytes; whether it is new. */
  readonly addText: (text: Uint8Array) => boolean;
  readonly close: () => void;
}

/** A workspace in memory, for lists that have room there. */
export class MemoryWorkspace implements Workspace {
  readonly #series = new Map<number, Uint8Array[]>();
  readonly #members: Member[] = [];
  readonly #texts = new Set<string>();

  append(series: number, block: Uint8Array): void {
    const blocks = this.#series.get(series);
    // A copy: whoever wrote the block writes the next one in its place. (`slice` of a Buffer would be none.)
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
