import { Bits } from '../compact/bits.ts';
import { IntColumn } from '../compact/column.ts';

/** Which groups are printed: all, those of one entry only, or those of several. */
export type Selected = 'all' | 'unique' | 'duplicates';

/** Of each group the entry that stays, whatever the order in which entries come. */
export class Selection {
  /** By the numbers of entries in the list: those that stay. */
  readonly kept: Bits;
  readonly #selected: Selected;
  readonly #below: Selection | null;
  readonly #base: number;
  readonly #best = new IntColumn();
  readonly #ranks = new IntColumn();
  readonly #counts = new IntColumn();

  /** @param base the number of the first group that is not one of the selection below */
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
   * Takes note of an entry.
   *
   * @param ordinal its number in the list; below 0 for an entry of another list, beside which none of this one stays
   * @param rank of a group the entry with the lowest stays, and of equals the first
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

  /** Hands out how many entries each group of its own has, with the number of the one that stays. */
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
