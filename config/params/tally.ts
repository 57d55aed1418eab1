import type { ParamRule } from '../../src/facts/param-rules.ts';

/** The rules of a parameter list. */
export interface ParamList {
  readonly rules: readonly ParamRule[];
  /** Number of skipped rules, by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Collects the rules of a list while it is read, and counts the skipped ones. */
export class Tally implements ParamList {
  readonly rules: ParamRule[] = [];
  readonly leftOut: Map<string, number> = new Map();

  take(rule: ParamRule): void {
    this.rules.push(rule);
  }

  leaveOut(reason: string, count = 1): void {
    if (count > 0) this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + count);
  }
}

/** Reasons to skip a rule, shared by several formats. */
export const REASONS = {
  pattern: 'with a pattern that RE2 does not support',
  query: 'that depend on the query',
  name: 'with an invalid or too long name',
} as const;
