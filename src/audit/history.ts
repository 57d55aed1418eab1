import type { Finding, Severity } from './finding.ts';

/** What an audit may fetch itself. */
export const REQUESTS: { readonly [R in Requests]: R } = { none: 'none', named: 'named', external: 'external' };

/** What an audit fetched itself, beside the crawl. Only audits with the same value are compared. */
export type Requests = 'none' | 'named' | 'external';

/** What the history keeps of an audit. It counts all findings, also those of a baseline. */
export interface HistoryRow {
  /** When the newest response of the crawl arrived, ISO 8601. Two audits of one crawl share it. */
  readonly crawled: string;
  /** What the audit fetched itself: `none`, `named` (URLs that pages name) or `external` (also links to other sites). */
  readonly requests: Requests;
  /** HTML pages that were fetched successfully. */
  readonly pages: number;
  /** Findings by severity. */
  readonly severities: Readonly<Record<Exclude<Severity, 'pass'>, number>>;
  /** Findings by rule id, without the severity `pass`. */
  readonly byRule: Readonly<Record<string, number>>;
}

/** How many audits a history keeps. */
const MAX_ROWS = 50;

/** The row of an audit. */
export function historyRow(
  findings: readonly Pick<Finding, 'rule' | 'severity'>[],
  { crawled, requests, pages }: Pick<HistoryRow, 'crawled' | 'requests' | 'pages'>,
): HistoryRow {
  const severities = { error: 0, warning: 0, info: 0 };
  const byRule = new Map<string, number>();
  for (const { rule, severity } of findings) {
    if (severity === 'pass') continue;
    severities[severity]++;
    byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
  }
  return { crawled, requests, pages, severities, byRule: Object.fromEntries(byRule) };
}

/** Adds rows to a history, oldest first. A later row about the same crawl replaces an earlier one. Keeps the last 50. */
export function withRows(history: readonly HistoryRow[], rows: readonly HistoryRow[]): readonly HistoryRow[] {
  const all = new Map([...history, ...rows].map((row) => [`${row.requests} ${row.crawled}`, row]));
  return [...all.values()].toSorted((a, b) => compare(a.crawled, b.crawled)).slice(-MAX_ROWS);
}

/** The audits to compare an audit with, oldest first; the last one is itself. */
export function comparable(history: readonly HistoryRow[], own: HistoryRow): readonly HistoryRow[] {
  const alike = history.filter(({ requests, crawled }) => requests === own.requests && crawled < own.crawled);
  return withRows(alike, [own]);
}

/** How the findings of a rule changed from one audit to the next. */
export interface RuleChange {
  /** The id of the rule. */
  readonly rule: string;
  /** How many findings the earlier audit had. */
  readonly before: number;
  /** How many the later one has. */
  readonly now: number;
}

/** The rules whose findings changed between the last two audits, the largest change first. */
export function latestChanges(history: readonly HistoryRow[]): readonly RuleChange[] {
  const [before, now] = history.slice(-2).map(({ byRule }) => new Map(Object.entries(byRule)));
  if (before === undefined || now === undefined) return [];
  return [...new Set([...before.keys(), ...now.keys()])]
    .map((rule) => ({ rule, before: before.get(rule) ?? 0, now: now.get(rule) ?? 0 }))
    .filter((change) => change.before !== change.now)
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before) || compare(a.rule, b.rule));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
