import type { Severity } from './finding.ts';
import type { AuditReport } from './report.ts';

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
  /** An example; null if `cause` names it. */
  readonly url: string | null;
  /** How many pages it mends. */
  readonly pages: number;
}

const MAX_STEPS = 5;

/** The changes to make first, at most five: the most severe, then those that mend the most pages. Without notices. */
export function firstSteps({ causes, rules }: Pick<AuditReport, 'causes' | 'rules'>): readonly FirstStep[] {
  const remedies = new Map(rules.map(({ id, remedy }) => [id, remedy]));
  return causes
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .slice(0, MAX_STEPS)
    .map(({ rule, severity, cause, examples: [first], pages }) => {
      const url = first === undefined || first.endsWith(`//${cause}`) ? null : first;
      return { rule, severity, remedy: remedies.get(rule) ?? '', cause, url, pages };
    });
}
