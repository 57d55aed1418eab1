import { buildReport, type ReportOptions } from '../../audit/build-report.ts';
import { comparable, type HistoryRow, type Requests } from '../../audit/history.ts';
import type { AuditReport } from '../../audit/report.ts';
import type { RuleError } from '../../audit/rule-error.ts';
import { closing } from '../io/closing.ts';
import { openCrawl } from '../io/open-crawl.ts';
import type { UnstoredFlags } from '../options/canon-options.ts';
import { readCrawlSettings } from '../options/crawl-settings.ts';
import { explainReason } from '../render/reasons.ts';
import { auditCrawl } from './audit-crawl.ts';
import { keptAudits, rowOf } from './audit-history.ts';
import type { ChosenRules } from './audit-rules.ts';
import type { AuditFetching } from './fetch-for-audit.ts';

/** The input of an audit report. By default, it hides no finding, and is of now. */
export interface AuditReportOrder extends Pick<ReportOptions, 'baseline' | 'createdAt'> {
  /** The crawl file, which is only read. */
  readonly database: string;
  /** Options of the crawl that its file does not store. */
  readonly given: UnstoredFlags;
  readonly chosen: ChosenRules;
  /** The options for fetching URLs that pages name and the crawl did not fetch; null not to fetch them. */
  readonly fetching: AuditFetching | null;
  /** Earlier audits, in addition to those that the crawl file keeps. */
  readonly history?: readonly HistoryRow[];
}

/** An audit report, and what is missing in it. */
export interface AuditReported {
  readonly report: AuditReport;
  /** The rules that failed. */
  readonly ruleErrors: readonly RuleError[];
}

/**
 * Audits a crawl and builds the report.
 *
 * @throws {StoreError} if the file cannot be read
 * @throws {UsageError} if its keys cannot be reproduced
 */
export async function auditReport(order: AuditReportOrder, signal: AbortSignal): Promise<AuditReported> {
  const { database, given, chosen, fetching, history = [], ...options } = order;
  return closing(await openCrawl(database, { readonly: true }), async (frontier) => {
    const crawl = await readCrawlSettings(frontier, database, given);
    const audited = await auditCrawl({ frontier, settings: crawl, ...chosen, fetching }, signal);
    const { site, findings, ruleErrors } = audited;
    const row = chosen.isWhole ? rowOf(audited, requestsOf(fetching)) : null;
    const report = buildReport(site, findings, {
      ...options,
      seeds: crawl.seeds,
      rules: chosen.rules,
      failedRules: ruleErrors.map(({ rule }) => rule),
      history: row === null ? [] : comparable([...history, ...(await keptAudits(frontier))], row),
      meaningOf: (reason) => explainReason(reason).means,
    });
    return { report, ruleErrors };
  });
}

function requestsOf(fetching: AuditFetching | null): Requests {
  if (fetching === null) return 'none';
  return fetching.external === true ? 'external' : 'named';
}
