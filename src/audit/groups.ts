import type { Finding, Severity } from './finding.ts';
import { byCost, byRuleAndSeverity, type CauseGroup, causesAmong } from './rank.ts';
import type { CauseRow } from './report.ts';
import type { RuleText } from './rule.ts';

/** The findings of one rule with one severity. */
export interface RuleGroup {
  /** The texts of the rule. */
  readonly rule: RuleText;
  /** The severity of all its findings. */
  readonly severity: Severity;
  /** How many findings all causes have together. */
  readonly count: number;
  /** The causes that affect the most pages come first. */
  readonly causes: readonly CauseGroup[];
}

/** Groups findings by rule and root cause, and keeps their order: most severe first. Drops findings of unknown rules. */
export function groupsOf(findings: readonly Finding[], rules: readonly RuleText[]): readonly RuleGroup[] {
  const texts = new Map(rules.map((rule) => [rule.id, rule]));
  return byRuleAndSeverity(findings).flatMap((own) => {
    const [first] = own;
    const rule = first === undefined ? undefined : texts.get(first.rule);
    if (first === undefined || rule === undefined) return [];
    const causes = causesAmong(own).toSorted((a, b) => b.pages - a.pages);
    return [{ rule, severity: first.severity, count: own.length, causes }];
  });
}

/** How many example URLs to list for a cause. */
const MAX_EXAMPLES = 5;

/** The root causes of findings: the most severe first, then those that affect the most pages. */
export function causesOf(findings: readonly Finding[], rules: readonly RuleText[]): readonly CauseRow[] {
  const rows = groupsOf(findings, rules).flatMap(({ rule: { id: rule }, severity, causes }) =>
    causes.map(({ cause, findings: own, pages }): CauseRow => {
      const examples = own.slice(0, MAX_EXAMPLES).map(({ url }) => url);
      return { rule, severity, cause, findings: own.length, pages, examples };
    }),
  );
  return rows.toSorted(byCost);
}
