import type { Finding } from './finding.ts';
import { groupsOf } from './groups.ts';
import { byCost } from './rank.ts';
import type { CauseRow } from './report.ts';
import type { RuleText } from './rule.ts';

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
