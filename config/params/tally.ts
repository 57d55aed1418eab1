import type { ParamRule } from '../../src/facts/param-rules.ts';

/** What a list of parameters comes to. */
export interface ParamList {
  readonly rules: readonly ParamRule[];
  /** How many rules of the file these are; one may become several, and several one. */
  readonly read: number;
  /** How many were left out, by reason. */
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

/** Reasons that rules of several formats share. */
export const REASONS = {
  pattern: 'with a pattern that RE2 does not take',
  query: 'that look at the query',
  name: 'whose name is none or too long',
} as const;
