import { Bits } from '../compact/bits.ts';
import { IntColumn } from '../compact/column.ts';

/** Which groups to print: all, those with one entry, or those with several. */
export type Selected = 'all' | 'unique' | 'duplicates';

/** The entry to keep for each group. The order in which entries arrive does not matter. */
export class Selection {
  /** The ordinals of the kept entries. */
  readonly kept: Bits;
  readonly #selected: Selected;
  readonly #below: Selection | null;
  readonly #base: number;
  readonly #best = new IntColumn();
  readonly #ranks = new IntColumn();
  readonly #counts = new IntColumn();

  /** @param base number of the first group that does not belong to `below` */
  constructor(selected: Selected, below: Selection | null = null, base = 0) {
    this.#selected = selected;
    this.#below = below;
    this.#base = base;
    this.kept = below === null ? new Bits() : below.kept;
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#best.bytes + this.#ranks.bytes + this.#counts.bytes + (this.#below === null ? this.kept.bytes : 0);
  }

  /**
   * Adds an entry to a group.
   *
   * @param ordinal position in the list; negative for an entry of the reference list, which excludes all others
   * @param rank the group keeps the lowest rank, the first entry if several have it
   */
  note(group: number, ordinal: number, rank: number): void {
    if (this.#below !== null && group < this.#base) {
      this.#below.note(group, ordinal, rank);
      return;
    }
    const row = group - this.#base;
    if (row === this.#best.length) {
      this.#best.push(ordinal);
      this.#ranks.push(rank);
      this.#counts.push(0);
    } else if (this.#isBetter(row, ordinal, rank)) {
      this.kept.set(this.#best.get(row), false);
      this.#best.set(row, ordinal);
      this.#ranks.set(row, rank);
    }
    this.#counts.set(row, this.#counts.get(row) + 1);
    this.kept.set(this.#best.get(row), this.#stays(this.#counts.get(row)));
  }

  /** Calls `take` with the kept ordinal and the size of each of its own groups. */
  eachCount(take: (ordinal: number, count: number) => void): void {
    for (let row = 0; row < this.#best.length; row++) take(this.#best.get(row), this.#counts.get(row));
  }

  #isBetter(row: number, ordinal: number, rank: number): boolean {
    const best = this.#best.get(row);
    if (best < 0) return false;
    const lowest = this.#ranks.get(row);
    return ordinal < 0 || rank < lowest || (rank === lowest && ordinal < best);
  }

  #stays(count: number): boolean {
    if (this.#selected === 'all') return true;
    return this.#selected === 'unique' ? count === 1 : count > 1;
  }
}
