import { type Finding, SEVERITIES, type Severity } from './finding.ts';

/** Rules that judge by likeness: they may be wrong. */
const ESTIMATES: ReadonlySet<string> = new Set([
  'dup/near',
  'page/soft-404',
  'pagination/to-first',
  'target/content-differs',
  'target/home',
  'target/language',
  'target/soft-404',
]);

/** Findings with one root cause. */
export interface CauseGroup {
  /** `Finding.cause`. */
  readonly cause: string;
  /** In the order of the report. */
  readonly findings: readonly Finding[];
  /** How many pages they are about. */
  readonly pages: number;
}

/** How many pages a finding is about. */
function pagesOf({ evidence }: Pick<Finding, 'evidence'>): number {
  const { pages } = evidence;
  return typeof pages === 'number' && Number.isFinite(pages) && pages > 1 ? pages : 1;
}

/** Whether a rule rests on observations alone, and not on the likeness of texts. */
function isSure({ rule }: Pick<Finding, 'rule'>): boolean {
  return !ESTIMATES.has(rule);
}

/** What several findings of one rule cost together. */
interface Cost {
  readonly rule: string;
  readonly severity: Severity;
  /** How many pages they are about. */
  readonly pages: number;
}

/** Compares costs, the highest first: by severity, then by the pages affected, then by how sure the rule is. */
export function byCost(a: Cost, b: Cost): number {
  const bySeverity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return bySeverity || b.pages - a.pages || Number(isSure(b)) - Number(isSure(a));
}

/** Groups findings by rule and severity: first the group of the first finding. */
export function byRuleAndSeverity(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const groups: Finding[][] = [];
  const byRule = new Map<string, Map<Severity, Finding[]>>();
  for (const finding of findings) {
    const { rule, severity } = finding;
    const ofRule = byRule.get(rule) ?? new Map<Severity, Finding[]>();
    const group = ofRule.get(severity) ?? [];
    if (group.length === 0) {
      groups.push(group);
      byRule.set(rule, ofRule.set(severity, group));
    }
    group.push(finding);
  }
  return groups;
}

/** Sorts findings by what those of their rule and severity cost together, then by cause. */
export function ranked(findings: readonly Finding[]): readonly Finding[] {
  const costs = byRuleAndSeverity(findings).flatMap((own) => {
    const [first] = own;
    return first === undefined ? [] : [{ rule: first.rule, severity: first.severity, pages: pagesOfAll(own), own }];
  });
  return costs.toSorted((a, b) => byCost(a, b) || (a.rule < b.rule ? -1 : 1)).flatMap(({ own }) => byCause(own));
}

/** How many pages several findings of one rule are about, at least. Broken links are about the pages that have them. */
export function pagesOfAll(findings: readonly Pick<Finding, 'rule' | 'evidence'>[]): number {
  let [sum, linking] = [0, 0];
  for (const finding of findings) {
    sum += pagesOf(finding);
    const { links } = finding.evidence;
    // The same pages may link to several of the URLs.
    if (finding.rule === 'links/broken' && typeof links === 'number') linking = Math.max(linking, links);
  }
  return Math.max(sum, linking);
}

/** The causes with the most pages first; in each, by URL. */
function byCause(findings: readonly Finding[]): readonly Finding[] {
  return causesAmong(findings)
    .toSorted((a, b) => b.pages - a.pages || (a.cause < b.cause ? -1 : 1))
    .flatMap((one) => one.findings.toSorted((a, b) => (a.url === b.url ? 0 : a.url < b.url ? -1 : 1)));
}

/** Groups findings by cause, in the order of the first ones, with how many pages each is about. */
export function causesAmong(findings: readonly Finding[]): readonly CauseGroup[] {
  return Array.from(
    Map.groupBy(findings, ({ cause }) => cause),
    ([cause, own]) => ({ cause, findings: own, pages: pagesOfAll(own) }),
  );
}
