import type { Member, Workspace } from '../../src/dedup/workspace.ts';

/** A workspace in memory, to compare the one on disk with. */
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
