import type { AttributedPass } from '../canon/key-and-pass.ts';
import { type PassCode, passOf } from './pass-code.ts';

/** What became of the entries of a list: every one is counted once. */
export class Tally {
  /** Entries that are the first of their group. */
  groups = 0;
  /** Entries spelled as an earlier one. */
  copies = 0;
  /** Entries that another list has (see `--against`). */
  elsewhere = 0;
  rejected = 0;
  readonly #merged = new Map<PassCode, number>();

  /** Entries in all. */
  get entries(): number {
    return this.groups + this.merged + this.elsewhere + this.rejected;
  }

  /** Entries that are one with an earlier one. */
  get merged(): number {
    return [...this.#merged.values()].reduce((sum, count) => sum + count, this.copies);
  }

  addMerged(pass: PassCode): void {
    // Other bytes, but the same URL: bytes that are no UTF-8 are read as their escapes.
    if (pass === 0) this.copies++;
    else this.#merged.set(pass, (this.#merged.get(pass) ?? 0) + 1);
  }

  /** Merged entries that are spelled differently, by the pass that takes the credit; the most of them first. */
  byPass(): readonly (AttributedPass & { readonly count: number })[] {
    return Array.from(this.#merged)
      .flatMap(([code, count]) => {
        const pass = passOf(code);
        return pass === null ? [] : [{ name: pass.name, class: pass.class, count }];
      })
      .sort((a, b) => b.count - a.count);
  }
}
