import type { AttributedPass } from '../canon/key-and-pass.ts';
import { type PassCode, passOf } from './pass-code.ts';

/** Counts the entries of lists. Each entry counts once. */
export class Tally {
  /** Entries that are the first of their group. */
  groups = 0;
  /** Entries with the same spelling as an earlier one. */
  copies = 0;
  /** Entries whose key is in the reference list (`--against`). */
  elsewhere = 0;
  /** Entries that are not valid URLs. */
  rejected = 0;
  readonly #merged = new Map<PassCode, number>();

  get entries(): number {
    return this.groups + this.merged + this.elsewhere + this.rejected;
  }

  /** Entries with the same key as an earlier one, copies included. */
  get merged(): number {
    return [...this.#merged.values()].reduce((sum, count) => sum + count, this.copies);
  }

  /**
   * Counts an entry with the same key as an earlier one.
   *
   * @param pass the loosest pass that merged them
   */
  addMerged(pass: PassCode): void {
    // Different bytes of the same URL: bytes that are not UTF-8 are read as their escapes.
    if (pass === 0) this.copies++;
    else this.#merged.set(pass, (this.#merged.get(pass) ?? 0) + 1);
  }

  /** Merged entries, except copies, by the pass to which the merge is attributed. Largest count first. */
  byPass(): readonly (AttributedPass & { readonly count: number })[] {
    return Array.from(this.#merged)
      .flatMap(([code, count]) => {
        const pass = passOf(code);
        return pass === null ? [] : [{ name: pass.name, class: pass.class, count }];
      })
      .sort((a, b) => b.count - a.count);
  }
}
