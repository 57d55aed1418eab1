import { type Finding, SEVERITIES } from './finding.ts';

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

/** How many pages a finding is about. */
export function pagesOf({ evidence }: Pick<Finding, 'evidence'>): number {
  const { pages } = evidence;
  return typeof pages === 'number' && Number.isFinite(pages) && pages > 1 ? pages : 1;
}

/** Whether a rule rests on observations alone, and not on the likeness of texts. */
export function isSure({ rule }: Pick<Finding, 'rule'>): boolean {
  return !ESTIMATES.has(rule);
}

/** Sorts findings by what they cost: severity, then the pages that their rule affects, then how sure the rule is. */
export function ranked(findings: readonly Finding[]): readonly Finding[] {
  const rules = new Map<string, { readonly findings: Finding[]; pages: number }>();
  for (const finding of findings) {
    const name = `${SEVERITIES.indexOf(finding.severity)} ${finding.rule}`;
    const own = rules.get(name) ?? { findings: [], pages: 0 };
    rules.set(name, own);
    own.findings.push(finding);
    own.pages += pagesOf(finding);
  }
  const order = [...rules].toSorted(([nameA, a], [nameB, b]) => {
    const bySeverity = (nameA[0] ?? '').localeCompare(nameB[0] ?? '');
    const bySureness = surenessOf(b.findings) - surenessOf(a.findings);
    return bySeverity || b.pages - a.pages || bySureness || (nameA < nameB ? -1 : 1);
  });
  return order.flatMap(([, own]) => byCause(own.findings));
}

function surenessOf([first]: readonly Finding[]): number {
  return first !== undefined && isSure(first) ? 1 : 0;
}

/** The causes with the most pages first; in each, by URL. */
function byCause(findings: readonly Finding[]): readonly Finding[] {
  const pages = new Map<string, number>();
  for (const finding of findings) pages.set(finding.cause, (pages.get(finding.cause) ?? 0) + pagesOf(finding));
  return findings.toSorted((a, b) => {
    if (a.cause !== b.cause)
      return (pages.get(b.cause) ?? 0) - (pages.get(a.cause) ?? 0) || (a.cause < b.cause ? -1 : 1);
    return a.url === b.url ? 0 : a.url < b.url ? -1 : 1;
  });
}
