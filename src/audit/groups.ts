import type { Finding, Severity } from './finding.ts';
import type { RuleText } from './rule.ts';

/** Findings of one rule, of one severity. */
export interface RuleGroup {
  readonly rule: RuleText;
  readonly severity: Severity;
  readonly count: number;
  /** Those of most findings first. */
  readonly causes: readonly CauseGroup[];
}

/** Findings with one root cause. */
export interface CauseGroup {
  readonly cause: string;
  readonly findings: readonly Finding[];
}

/** Findings by rule and root cause, in their own order: the gravest first. */
export function groupsOf(findings: readonly Finding[], rules: readonly RuleText[]): readonly RuleGroup[] {
  const texts = new Map(rules.map((rule) => [rule.id, rule]));
  const byRule = Map.groupBy(findings, ({ rule, severity }) => `${severity} ${rule}`);
  return [...byRule.values()].flatMap((own) => {
    const [first] = own;
    const rule = first === undefined ? undefined : texts.get(first.rule);
    if (first === undefined || rule === undefined) return [];
    const causes = [...Map.groupBy(own, ({ cause }) => cause)].map(([cause, those]) => ({ cause, findings: those }));
    return [
      {
        rule,
        severity: first.severity,
        count: own.length,
        causes: causes.toSorted((a, b) => b.findings.length - a.findings.length),
      },
    ];
  });
}
