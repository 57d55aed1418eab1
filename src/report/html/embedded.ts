import type { EvidenceValue, Finding, Severity } from '../../audit/finding.ts';
import { type FirstStep, firstSteps } from '../../audit/first-steps.ts';
import type { HistoryRow } from '../../audit/history.ts';
import type { AuditReport, AuditSummary, ClaimRow } from '../../audit/report.ts';
import type { RuleText } from '../../audit/rule.ts';
import { printableJson } from '../../text/printable.ts';

/** The data that the page needs to start. The lists follow later. */
export interface ReportHead {
  /** The version of this package. */
  readonly version: string;
  /** The time of the report, ISO 8601. */
  readonly createdAt: string;
  /** The first seeds, at most 100. */
  readonly seeds: readonly string[];
  /** Counts of the whole crawl. */
  readonly summary: AuditSummary;
  /** The rules, each with the highest severity of its findings. */
  readonly rules: readonly RuleText[];
  /** The changes to make first. */
  readonly firstSteps: readonly FirstStep[];
  /** How many findings of each rule have which severity. */
  readonly severities: Readonly<Record<string, Readonly<Partial<Record<Severity, number>>>>>;
  /** How many findings of the baseline are gone, and how many are still there; null without a baseline. */
  readonly baseline: { readonly fixed: number; readonly known: number } | null;
  /** This audit and earlier ones, oldest first. The rules' counts are those of the last two. */
  readonly history: readonly HistoryRow[];
  /** The length of each list. */
  readonly totals: Readonly<Record<ListName, number>>;
}

type ListName = 'findings' | 'entries' | 'clusters' | 'redirects' | 'sitemap' | 'skipped' | 'claims';

/** Findings with each text written once. Numbers are indexes of `strings`. */
export interface PackedFindings {
  /** The texts of all rows. */
  readonly strings: readonly string[];
  /** The findings, in the order of the report. */
  readonly rows: readonly PackedFinding[];
}

/** The fields of a finding in a fixed order, with indexes of `strings` for its texts. */
export type PackedFinding = readonly [
  rule: number,
  severity: number,
  key: number,
  url: number,
  message: number,
  evidence: Readonly<Record<string, EvidenceValue>>,
  related: readonly number[],
  line: number | null,
  column: number | null,
  cause: number,
  fingerprint: string,
  page: readonly [
    status: number | null,
    depth: number,
    inlinks: number,
    referrers: readonly number[],
    text: string | null,
    passes: readonly number[],
  ],
];

const MAX_SEEDS = 100;
const MAX_EVIDENCE = 100;

/** How many findings one element holds. They share their texts. */
const FINDINGS = 1000;
/** How many rows of other lists one element holds. The page reads an element in one step. */
const ROWS = 1000;
const MAX_ARGUMENTS = 10_000;

/** The head of a report. */
export function headOf(report: AuditReport): ReportHead {
  const { findings, entries, known, clusters, redirects, sitemap, skipped, claims } = report;
  // The most severe findings come first, so they overwrite the others.
  const gravest = new Map(findings.toReversed().map(({ rule, severity }) => [rule, severity]));
  return {
    version: report.tool.version,
    createdAt: report.createdAt,
    seeds: report.seeds.slice(0, MAX_SEEDS),
    summary: report.summary,
    rules: report.rules.map((rule) => ({ ...rule, severity: gravest.get(rule.id) ?? rule.severity })),
    firstSteps: firstSteps(report),
    severities: severitiesOf(findings),
    baseline: known === null ? null : { fixed: report.fixed.length, known },
    history: report.history.map((row, at, { length }) => (at < length - 2 ? { ...row, byRule: {} } : row)),
    totals: {
      findings: findings.length,
      entries: entries.length,
      clusters: clusters.length,
      redirects: redirects.length,
      sitemap: sitemap.length,
      skipped: skipped.reduce((sum, { count }) => sum + count, 0),
      claims: claims.length,
    },
  };
}

function severitiesOf(findings: readonly Finding[]): ReportHead['severities'] {
  const counts = new Map<string, Map<Severity, number>>();
  for (const { rule, severity } of findings) {
    const own = counts.get(rule) ?? new Map<Severity, number>();
    counts.set(rule, own.set(severity, (own.get(severity) ?? 0) + 1));
  }
  return Object.fromEntries([...counts].map(([rule, own]) => [rule, Object.fromEntries(own)]));
}

/** The lists of a report as `script` elements, one at a time. Each holds JSON, compressed with gzip, as Base64. */
export async function* lists(report: AuditReport): AsyncGenerator<string> {
  for (const rows of pieces(report.findings, FINDINGS)) yield dataElement('findings', pack(rows));
  for (const rows of pieces(report.entries, ROWS)) yield dataElement('entries', rows);
  for (const rows of pieces(report.clusters, ROWS)) yield dataElement('clusters', rows);
  for (const rows of pieces(report.redirects, ROWS)) yield dataElement('redirects', rows);
  for (const rows of pieces(report.sitemap, ROWS)) yield dataElement('sitemap', rows);
  for (const rows of pieces(report.skipped, ROWS)) yield dataElement('skipped', rows);
  for (const rows of pieces(report.claims, ROWS)) yield dataElement('claims', rows.map(claim));
}

/**
 * JSON that is safe in a `script` element: without `<`, nothing in it ends the element or changes the state of the
 * tokenizer (https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements).
 */
export function scriptJson(value: object): string {
  return printableJson(value).replaceAll('<', '\\u003c');
}

async function dataElement(list: ListName, value: object): Promise<string> {
  return `<script type="application/gzip" data-list="${list}">${await compressed(JSON.stringify(value))}</script>\n`;
}

async function compressed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary: string[] = [];
  // A call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += MAX_ARGUMENTS)
    binary.push(String.fromCharCode(...bytes.subarray(at, at + MAX_ARGUMENTS)));
  return btoa(binary.join(''));
}

function* pieces<Row>(rows: readonly Row[], size: number): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

function pack(findings: readonly Finding[]): PackedFindings {
  const places = new Map<string, number>();
  const place = (text: string): number => {
    const known = places.get(text) ?? places.size;
    places.set(text, known);
    return known;
  };
  const rows = findings.map((finding): PackedFinding => packed(finding, place));
  return { strings: [...places.keys()], rows };
}

function packed(finding: Finding, place: (text: string) => number): PackedFinding {
  const { page } = finding;
  return [
    place(finding.rule),
    place(finding.severity),
    place(finding.key),
    place(finding.url),
    place(finding.message),
    finding.evidence,
    finding.related.map(place),
    finding.line,
    finding.column,
    place(finding.cause),
    finding.fingerprint,
    [page.status, page.depth, page.inlinks, page.referrers.map(place), page.text, page.passes.map(place)],
  ];
}

function claim(row: ClaimRow): ClaimRow {
  return { ...row, evidence: row.evidence.slice(0, MAX_EVIDENCE) };
}
