import type { ParamRule } from '../../src/facts/param-rules.ts';

/** The rules of a parameter list. */
export interface ParamList {
  readonly rules: readonly ParamRule[];
  /** Number of rules in the file that were used. It may differ from the length of `rules`. */
  readonly read: number;
  /** Number of skipped rules, by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Counts the rules of a list while it is read. */
export class Tally {
  readonly #rules: ParamRule[] = [];
  readonly #leftOut = new Map<string, number>();
  #read = 0;

  take(rule: ParamRule): void {
    this.#rules.push(rule);
    this.#read++;
  }

  leaveOut(reason: string, count = 1): void {
    if (count > 0) this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + count);
  }

  list(): ParamList {
    return { rules: this.#rules, read: this.#read, leftOut: this.#leftOut };
  }
}

/** Reasons to skip a rule, shared by several formats. */
export const REASONS = {
  pattern: 'with a pattern that RE2 does not support',
  query: 'that depend on the query',
  name: 'with an invalid or too long name',
} as const;
