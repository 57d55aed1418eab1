/**
 * Audits a crawl: which URLs of a site compete, what their canonical signals say, and what to change.
 *
 * @example
 * ```ts
 * const frontier = await openSqliteFrontier('example.com.dustpan', { readonly: true });
 * const site = await AuditSite.read({ entries: frontier.entries(), links: frontier.links(), canon: {} });
 * for (const { severity, url, message } of await audit(site, { rules: RULES, canonicalizer: compile() })) {
 *   console.log(severity, url, message);
 * }
 * ```
 *
 * @packageDocumentation
 */
export type { AuditFormat } from '../report/audit/format.ts';
export { AUDIT_FORMATS } from '../report/audit/index.ts';
export { type AuditOptions, audit } from './audit.ts';
export { buildReport, type ReportOptions } from './build-report.ts';
export type { AuditEntry, PageLinks } from './entry.ts';
export { type EvidenceValue, type Finding, type Remark, SEVERITIES, type Severity } from './finding.ts';
export type { AuditPage, AuditRecord } from './page.ts';
export type {
  AuditReport,
  AuditSummary,
  CanonicalRow,
  ClaimRow,
  Cluster,
  ClusterMember,
  RedirectRow,
  SitemapRow,
  SkippedRow,
} from './report.ts';
export type { ExamplePage, Rule, RuleText } from './rule.ts';
export { RULES } from './rules/index.ts';
export { AuditSite, type AuditSources, type MissingPage, type RedirectEnd, type RobotsRule } from './site.ts';
