import type { Severity } from './finding.ts';
import { pagesOfAll } from './rank.ts';
import type { AuditReport } from './report.ts';

/** A change that mends many pages: what one rule asks for. */
export interface FirstStep {
  /** The id of the rule. */
  readonly rule: string;
  /** The severity of the findings. */
  readonly severity: Severity;
  /** What to change, as a sentence. */
  readonly remedy: string;
  /** Where: `Finding.cause`; null for several causes. */
  readonly cause: string | null;
  /** An example of the cause with the most pages; null if `cause` names it. */
  readonly url: string | null;
  /** How many pages it mends, at least. */
  readonly pages: number;
}

const MAX_STEPS = 5;

/** The changes to make first, at most five: the most severe, then those that mend the most pages. Without notices. */
export function firstSteps({ findings, rules }: Pick<AuditReport, 'findings' | 'rules'>): readonly FirstStep[] {
  const remedies = new Map(rules.map(({ id, remedy }) => [id, remedy]));
  const grave = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
  // They are ranked, so the first groups cost the most.
  const groups = [...Map.groupBy(grave, ({ rule }) => rule).values()];
  return groups.slice(0, MAX_STEPS).flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { rule, severity } = first;
    const cause = own.every((finding) => finding.cause === first.cause) ? first.cause : null;
    const url = own.find((finding) => cause === null || !finding.url.endsWith(`//${cause}`))?.url ?? null;
    return [{ rule, severity, remedy: remedies.get(rule) ?? '', cause, url, pages: pagesOfAll(own) }];
  });
}
