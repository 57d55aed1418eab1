import { disallowing } from '../../../crawler/audit-sources.ts';
import { type KeptRobots, keptRobots } from '../../../crawler/robots/kept-rule.ts';
import type { Frontier } from '../../../db/index.ts';
import { audit } from '../../audit/audit.ts';
import type { Finding, Severity } from '../../audit/finding.ts';
import type { CustomRule } from '../../audit/rule.ts';
import type { RuleError } from '../../audit/rule-error.ts';
import type { AuditEntry } from '../../audit/site/entry.ts';
import { AuditSite, type EntryWithRecord, type MissingPage } from '../../audit/site/site.ts';
import { number } from '../../text/number.ts';
import { interruptible } from '../io/interruptible.ts';
import { ProgressLine } from '../io/progress.ts';
import type { CrawlSettings } from '../options/crawl-settings.ts';
import { timeLeft } from '../render/time-left.ts';
import type { AuditFetching } from './fetch-for-audit.ts';
import { SiteFolders } from './site-folders.ts';
import { Survey } from './survey.ts';

/** The input of an audit. */
export interface AuditOrder {
  readonly frontier: Frontier;
  readonly settings: CrawlSettings;
  readonly rules: readonly CustomRule[];
  readonly severities: Readonly<Record<string, Severity>>;
  /** The options for fetching URLs that pages name and the crawl did not fetch; null not to fetch them. */
  readonly fetching: AuditFetching | null;
}

/** The result of an audit. */
export interface Audited {
  readonly site: AuditSite;
  readonly findings: readonly Finding[];
  /** The rules that failed. */
  readonly ruleErrors: readonly RuleError[];
}

/**
 * Checks a crawl with the rules, and shows progress.
 *
 * @throws the signal's reason, once it is aborted
 */
export async function auditCrawl(order: AuditOrder, signal: AbortSignal): Promise<Audited> {
  const { rules, severities } = order;
  const survey = new Survey(order.fetching === null ? null : new SiteFolders());
  const site = await readSite(order, survey, signal);
  const ruleErrors: RuleError[] = [];
  const started = performance.now();
  let share = 0;
  const progress = new ProgressLine(
    async () => `checking ${number(survey.entries)} entries · ${timeLeft(share, started)}`,
  );
  try {
    const findings = await audit(site, {
      rules,
      severities,
      signal,
      onRuleError: (error) => void ruleErrors.push(error),
      onProgress: (done) => {
        share = done;
      },
    });
    return { site, findings, ruleErrors };
  } finally {
    progress.stop();
  }
}

/** Reads the crawl, and fetches what is wanted in addition. */
async function readSite(
  { frontier, settings, fetching }: AuditOrder,
  survey: Survey,
  signal: AbortSignal,
): Promise<AuditSite> {
  let robots: KeptRobots | null = null;
  const missingPages = new Map<string, MissingPage>();
  const progress = new ProgressLine(async () => `reading ${number(survey.entries)} entries`);
  async function* fetchNamed(crawled: readonly EntryWithRecord[]): AsyncGenerator<AuditEntry> {
    if (fetching === null) return;
    progress.stop();
    // Takes time and memory to load, and is needed only for requests.
    const { fetchForAudit } = await import('./fetch-for-audit.ts');
    const fetched = await fetchForAudit({ frontier, settings, crawled, survey, flags: fetching }, signal);
    signal.throwIfAborted();
    for (const [place, missing] of fetched.missingPages) missingPages.set(place, missing);
    yield* fetched.targets;
  }
  try {
    const site = await AuditSite.read({
      entries: interruptible(frontier.entries(), signal, (entry) => survey.see(entry)),
      links: interruptible(frontier.links(), signal),
      canon: settings.canon,
      targets: fetchNamed,
      missingPages,
      robotsRule: (url) => robots && disallowing(robots, url),
      sitemapLines: () => robots?.sitemapLines ?? [],
      claims: await frontier.claims(),
      evidence: await frontier.evidence(),
    });
    robots = await keptRobots(frontier, survey.origins.keys());
    return site;
  } finally {
    progress.stop();
  }
}
