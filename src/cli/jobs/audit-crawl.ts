import { originOf } from '../../../crawler/fetch/target.ts';
import { keptRules } from '../../../crawler/robots/kept-rule.ts';
import type { Entry, Frontier } from '../../../db/index.ts';
import { audit } from '../../audit/audit.ts';
import type { Finding, Severity } from '../../audit/finding.ts';
import type { CustomRule } from '../../audit/rule.ts';
import type { RuleError } from '../../audit/rule-error.ts';
import type { AuditEntry } from '../../audit/site/entry.ts';
import { AuditSite, type AuditSources } from '../../audit/site/site.ts';
import { compile } from '../../index.ts';
import { number } from '../../text/number.ts';
import { interruptible } from '../io/interruptible.ts';
import { ProgressLine } from '../io/progress.ts';
import type { CrawlFlags } from '../options/crawl-options.ts';
import type { CrawlSettings } from '../options/crawl-settings.ts';
import { timeLeft } from '../render/time-left.ts';
import { type FetchedForAudit, fetchForAudit } from './fetch-for-audit.ts';

/** The input of an audit. */
export interface AuditOrder {
  readonly frontier: Frontier;
  readonly settings: CrawlSettings;
  readonly rules: readonly CustomRule[];
  readonly severities: Readonly<Record<string, Severity>>;
  /** The options for fetching URLs that pages name and the crawl did not fetch; null not to fetch them. */
  readonly fetching: CrawlFlags | null;
}

/** The result of an audit. */
export interface Audited {
  readonly site: AuditSite;
  readonly findings: readonly Finding[];
  /** The rules that failed. */
  readonly ruleErrors: readonly RuleError[];
  /** The times of the oldest and the newest response, in milliseconds since the epoch; null without responses. */
  readonly fetched: Span | null;
}

interface Span {
  readonly from: number;
  readonly to: number;
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
  const { origins, fetched } = await surveyOf(interruptible(frontier.entries(), signal));
  const { targets, missingPages } =
    fetching === null ? NOTHING : await fetchForAudit({ frontier, settings, origins, flags: fetching }, signal);
  signal.throwIfAborted();
  let [entries, share, started] = [0, 0, 0];
  const progress = new ProgressLine(async () =>
    share === 0
      ? `reading ${number(entries)} entries`
      : `checking ${number(entries)} entries · ${timeLeft(share, started)}`,
  );
  try {
    const site = await AuditSite.read({
      entries: counted(interruptible(frontier.entries(), signal), () => entries++),
      links: interruptible(frontier.links(), signal),
      canon,
      targets: toAsync(targets),
      missingPages,
      robotsRule: await robotsRules(frontier, origins.keys()),
      claims: await frontier.claims(),
      evidence: await frontier.evidence(),
    });
    started = performance.now();
    const onProgress = (done: number): void => {
      share = done;
    };
    const ruleErrors: RuleError[] = [];
    const onRuleError = (error: RuleError): void => void ruleErrors.push(error);
    const canonicalizer = compile(canon);
    const findings = await audit(site, { rules, severities, canonicalizer, signal, onRuleError, onProgress });
    return { site, fetched, findings, ruleErrors };
  } finally {
    progress.stop();
  }
}

async function* counted<T>(items: AsyncIterable<T>, count: () => void): AsyncGenerator<T> {
  for await (const item of items) {
    count();
    yield item;
  }
}

interface Survey {
  /** The origins of all entries, with the site if the origin has pages. */
  readonly origins: ReadonlyMap<string, string | null>;
  readonly fetched: Span | null;
}

async function surveyOf(entries: AsyncIterable<Entry>): Promise<Survey> {
  const origins = new Map<string, string | null>();
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const { key, site, state, status, fetchedAt } of entries) {
    if (fetchedAt !== null) {
      [from, to] = [Math.min(from, fetchedAt), Math.max(to, fetchedAt)];
    }
    const origin = originOf(key);
    if (origin === null) continue;
    const isPage = state === 'done' && status === 200;
    origins.set(origin, isPage ? site : (origins.get(origin) ?? null));
  }
  return { origins, fetched: from <= to ? { from, to } : null };
}

async function* toAsync(entries: readonly AuditEntry[]): AsyncGenerator<AuditEntry> {
  yield* entries;
}

async function robotsRules(
  frontier: Frontier,
  origins: Iterable<string>,
): Promise<NonNullable<AuditSources['robotsRule']>> {
  const ruleOf = await keptRules(frontier, origins);
  return (url) => {
    const kept = ruleOf(url);
    return kept && { url: kept.robots, rule: `Disallow: ${kept.rule.pattern}`, line: kept.rule.line };
  };
}
