/**
 * Audits a crawl: which URLs of a site compete, what their canonical signals say, and what to change.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 * import { AuditSite, audit, buildReport, reportText } from 'dustpan/audit';
 * import { auditSources } from 'dustpan/crawler';
 * import { openFrontier } from 'dustpan/frontier';
 *
 * const frontier = await openFrontier('example.com.dustpan', { readonly: true });
 * const site = await AuditSite.read(await auditSources(frontier));
 * await frontier.close();
 * const findings = await audit(site);
 * for (const { severity, url, message } of findings) console.log(severity, url, message);
 * await writeFile('report.html', await reportText(buildReport(site, findings), 'html'));
 * ```
 *
 * @module dustpan/audit
 */

export { type AuditOptions, audit } from './audit/audit.ts';
export { buildReport, type ReportOptions } from './audit/build-report.ts';
export { RuleDefinitionError } from './audit/check-rules.ts';
export type { SuggestedRedirect } from './audit/decision/suggested-redirects.ts';
export {
  type EvidenceValue,
  type Finding,
  type FindingPage,
  type Issue,
  SEVERITIES,
  type Severity,
} from './audit/finding.ts';
export type { HistoryRow, Requests } from './audit/history.ts';
export type {
  AuditReport,
  AuditSummary,
  CanonicalRow,
  CauseRow,
  ClaimRow,
  Cluster,
  ClusterMember,
  EntryRow,
  RedirectRow,
  SitemapRow,
  SkippedRow,
} from './audit/report.ts';
export type { CustomRule, ExamplePage, Rule, RuleExamples, RuleText } from './audit/rule.ts';
export { RuleError } from './audit/rule-error.ts';
export { RULES } from './audit/rules/index.ts';
export type { AuditEntry, PageLinks } from './audit/site/entry.ts';
export type { KeptEntry } from './audit/site/kept-entry.ts';
export type { AuditPage, AuditRecord, CanonicalTarget, KeyMaker } from './audit/site/page.ts';
export type * from './audit/site/page-record.ts';
export {
  AuditSite,
  type AuditSources,
  type EntryWithRecord,
  type MissingPage,
  type RedirectEnd,
  type RobotsRule,
  type SitemapLine,
  type TimeSpan,
} from './audit/site/site.ts';
export type { AuditFormat, AuditSink } from './report/audit/format.ts';
export { AUDIT_FORMATS } from './report/audit/index.ts';
export { reportText } from './report/audit/report-text.ts';
export { ReportError } from './report/format.ts';
