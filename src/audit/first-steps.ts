import type { Severity } from './finding.ts';
import { byCost } from './rank.ts';
import type { AuditReport } from './report.ts';

/** A change that mends many pages: one root cause of a rule, or all causes of a rule with one page each. */
export interface FirstStep {
  /** The id of the rule. */
  readonly rule: string;
  /** The severity of the findings. */
  readonly severity: Severity;
  /** What to change, as a sentence. */
  readonly remedy: string;
  /** Where: `Finding.cause`; null for several causes. */
  readonly cause: string | null;
  /** An example; null if `cause` names it. */
  readonly url: string | null;
  /** How many pages it mends. */
  readonly pages: number;
}

const MAX_STEPS = 5;

/** The changes to make first, at most five: the most severe, then those that mend the most pages. Without notices. */
export function firstSteps({ causes, rules }: Pick<AuditReport, 'causes' | 'rules'>): readonly FirstStep[] {
  const remedies = new Map(rules.map(({ id, remedy }) => [id, remedy]));
  const grave = causes.filter(({ severity }) => severity === 'error' || severity === 'warning');
  const changes = Map.groupBy(grave, ({ rule, severity, cause, pages }) =>
    JSON.stringify([rule, severity, pages > 1 ? cause : null]),
  );
  return [...changes.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const { rule, severity, examples } = first;
      const cause = others.length === 0 ? first.cause : null;
      const url = examples.find((example) => cause === null || !example.endsWith(`//${cause}`)) ?? null;
      return [{ rule, severity, remedy: remedies.get(rule) ?? '', cause, url, pages: first.pages + others.length }];
    })
    .toSorted(byCost)
    .slice(0, MAX_STEPS);
}
