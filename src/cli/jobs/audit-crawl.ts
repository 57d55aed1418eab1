import { type KeptRobots, keptRobots } from '../../../crawler/robots/kept-rule.ts';
import type { Entry, Frontier } from '../../../db/index.ts';
import { audit } from '../../audit/audit.ts';
import type { Finding, Severity } from '../../audit/finding.ts';
import type { CustomRule } from '../../audit/rule.ts';
import type { RuleError } from '../../audit/rule-error.ts';
import type { AuditEntry } from '../../audit/site/entry.ts';
import { AuditSite, type RobotsRule } from '../../audit/site/site.ts';
import { compile } from '../../index.ts';
import { number } from '../../text/number.ts';
import { interruptible } from '../io/interruptible.ts';
import { ProgressLine } from '../io/progress.ts';
import type { CrawlFlags } from '../options/crawl-options.ts';
import type { CrawlSettings } from '../options/crawl-settings.ts';
import { timeLeft } from '../render/time-left.ts';
import type { FetchedForAudit, FetchOrder } from './fetch-for-audit.ts';
import { SiteFolders } from './site-folders.ts';
import { Survey, type TimeSpan } from './survey.ts';

/** The input of an audit. */
export interface AuditOrder {
  readonly frontier: Frontier;
  readonly settings: CrawlSettings;
  readonly rules: readonly CustomRule[];
  readonly severities: Readonly<Record<string, Severity>>;
  /** The options for fetching URLs that pages name and the crawl did not fetch; null not to fetch them. */
  readonly fetching: AuditFetching | null;
}

/** The options of the requests of an audit. */
export interface AuditFetching extends CrawlFlags {
  /** Whether links that leave the crawl are checked too. */
  readonly external?: true;
}

/** The result of an audit. */
export interface Audited {
  readonly site: AuditSite;
  readonly findings: readonly Finding[];
  /** The rules that failed. */
  readonly ruleErrors: readonly RuleError[];
  /** The times of the oldest and the newest response, in milliseconds since the epoch; null without responses. */
  readonly fetched: TimeSpan | null;
}

const NOTHING: FetchedForAudit = { targets: [], missingPages: new Map() };

/**
 * Checks a crawl with the rules, and shows progress.
 *
 * @throws the signal's reason, once it is aborted
 */
export async function auditCrawl(order: AuditOrder, signal: AbortSignal): Promise<Audited> {
  const { frontier, settings, rules, severities, fetching } = order;
  const { canon } = settings;
  const survey = new Survey(fetching === null ? null : new SiteFolders());
  const entries = (): AsyncIterable<Entry> => survey.read(frontier.entries(), signal);
  const { targets, missingPages } =
    fetching === null
      ? NOTHING
      : await fetchNamed(
          { frontier, settings, entries, survey, flags: fetching, isExternal: fetching.external === true },
          signal,
        );
  signal.throwIfAborted();
  let [share, started] = [0, 0];
  const progress = new ProgressLine(async () =>
    share === 0
      ? `reading ${number(survey.entries)} entries`
      : `checking ${number(survey.entries)} entries · ${timeLeft(share, started)}`,
  );
  try {
    let robots: KeptRobots | null = null;
    const site = await AuditSite.read({
      entries: entries(),
      links: interruptible(frontier.links(), signal),
      canon,
      targets: toAsync(targets),
      missingPages,
      robotsRule: (url) => robotsRule(robots, url),
      sitemapLines: () => robots?.sitemapLines ?? [],
      claims: await frontier.claims(),
      evidence: await frontier.evidence(),
    });
    robots = await keptRobots(frontier, survey.origins.keys());
    started = performance.now();
    const onProgress = (done: number): void => {
      share = done;
    };
    const ruleErrors: RuleError[] = [];
    const onRuleError = (error: RuleError): void => void ruleErrors.push(error);
    const canonicalizer = compile(canon);
    const findings = await audit(site, { rules, severities, canonicalizer, signal, onRuleError, onProgress });
    return { site, fetched: survey.fetched, findings, ruleErrors };
  } finally {
    progress.stop();
  }
}

async function fetchNamed(order: FetchOrder, signal: AbortSignal): Promise<FetchedForAudit> {
  // Takes time and memory to load, and is needed only for requests.
  const { fetchForAudit } = await import('./fetch-for-audit.ts');
  return fetchForAudit(order, signal);
}

async function* toAsync(entries: readonly AuditEntry[]): AsyncGenerator<AuditEntry> {
  yield* entries;
}

function robotsRule(robots: KeptRobots | null, url: string): RobotsRule | null {
  const kept = robots?.ruleOf(url) ?? null;
  return kept && { url: kept.robots, rule: `Disallow: ${kept.rule.pattern}`, line: kept.rule.line };
}
