import { type Finding, SEVERITIES, type Severity } from './finding.ts';
import { groupsOf } from './groups.ts';
import { isSure, pagesOf } from './rank.ts';
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
      const pages = own.reduce((sum, finding) => sum + pagesOf(finding), 0);
      return { rule: rule.id, severity, remedy: rule.remedy, cause, url: own[0]?.url ?? cause, pages };
    }),
  );
  return steps.toSorted(byCost).slice(0, MAX_STEPS);
}

function byCost(a: FirstStep, b: FirstStep): number {
  const bySeverity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return bySeverity || b.pages - a.pages || Number(isSure(b)) - Number(isSure(a));
}
