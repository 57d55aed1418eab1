import type { Finding, Severity } from './finding.ts';
import { groupsOf } from './groups.ts';
import { byCost, pagesOfAll } from './rank.ts';
import type { RuleText } from './rule.ts';

/** A change that mends many pages: one root cause of one rule. */
export interface FirstStep {
  /** The id of the rule. */
  readonly rule: string;
  /** The severity of the findings. */
  readonly severity: Severity;
  /** What to change, as a sentence. */
  readonly remedy: string;
  /** Where: `Finding.cause`. */
  readonly cause: string;
  /** An example. */
  readonly url: string;
  /** How many pages it mends. */
  readonly pages: number;
}

const MAX_STEPS = 5;

/** The changes to make first, at most five: the most severe, then those that mend the most pages. Without notices. */
export function firstSteps(findings: readonly Finding[], rules: readonly RuleText[]): readonly FirstStep[] {
  const grave = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
  const steps = groupsOf(grave, rules).flatMap(({ rule, severity, causes }) =>
    causes.map(({ cause, findings: own }): FirstStep => {
      const { id, remedy } = rule;
      return { rule: id, severity, remedy, cause, url: own[0]?.url ?? cause, pages: pagesOfAll(own) };
    }),
  );
  return steps.toSorted(byCost).slice(0, MAX_STEPS);
}
