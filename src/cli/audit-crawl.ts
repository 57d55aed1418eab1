import { TargetFetcher } from '../../crawler/audit-targets.ts';
import { isLoopback } from '../../crawler/loopback.ts';
import { POLITE_DELAY } from '../../crawler/pause.ts';
import { originOf } from '../../crawler/probe/samples.ts';
import { RobotsGate } from '../../crawler/robots/gate.ts';
import { keptRules } from '../../crawler/robots/kept-rules.ts';
import { fetcherFor, productTokenOf } from '../../crawler/seed-fetcher.ts';
import { type Frontier, MemoryFrontier } from '../../db/index.ts';
import { audit } from '../audit/audit.ts';
import type { AuditEntry } from '../audit/entry.ts';
import type { Finding, Severity } from '../audit/finding.ts';
import type { Rule } from '../audit/rule.ts';
import { AuditSite, keyMaker, type MissingPage } from '../audit/site.ts';
import { unfetchedTargets } from '../audit/unfetched.ts';
import { compile } from '../index.ts';
import type { CrawlFlags } from './crawl-options.ts';
import type { CrawlSettings } from './crawl-settings.ts';
import { fetcherOptions } from './fetch-options.ts';
import { number } from './number.ts';
import { printable } from './printable.ts';
import { ProgressLine } from './progress.ts';

export interface AuditOrder {
  readonly frontier: Frontier;
  readonly settings: CrawlSettings;
  readonly rules: readonly Rule[];
  readonly severities: Readonly<Record<string, Severity>>;
  /** How to fetch what pages name and the crawl did not fetch; null to leave it. */
  readonly fetching: CrawlFlags | null;
}

/** A crawl that was looked at. */
export interface Audited {
  readonly site: AuditSite;
  readonly findings: readonly Finding[];
}

/** Sites that are asked for a page that cannot exist. */
const MAX_SITES = 50;

/** Looks at a crawl with the rules. */
export async function auditCrawl(order: AuditOrder, signal: AbortSignal): Promise<Audited> {
  const { frontier, settings, rules, severities, fetching } = order;
  const { canon } = settings;
  const origins = await originsOf(frontier);
  const fetched = fetching === null ? NOTHING : await fetchTargets(order, fetching, origins, signal);
  const site = await AuditSite.read({
    entries: frontier.entries(),
    links: frontier.links(),
    canon,
    targets: toAsync(fetched.targets),
    missingPages: fetched.missingPages,
    robotsRule: await keptRules(frontier, origins.keys()),
    claims: await frontier.claims(),
    evidence: await frontier.evidence(),
  });
  return { site, findings: audit(site, { rules, severities, canonicalizer: compile(canon) }) };
}

interface Fetched {
  readonly targets: readonly AuditEntry[];
  /** By site. */
  readonly missingPages: ReadonlyMap<string, MissingPage>;
}

const NOTHING: Fetched = { targets: [], missingPages: new Map() };

/** The origins of all entries, and the site of those that have pages. */
async function originsOf(frontier: Frontier): Promise<ReadonlyMap<string, string | null>> {
  const origins = new Map<string, string | null>();
  for await (const { key, site, state, status } of frontier.entries()) {
    const origin = originOf(key);
    if (origin === null) continue;
    const isPage = state === 'done' && status === 200;
    origins.set(origin, isPage ? site : (origins.get(origin) ?? null));
  }
  return origins;
}

async function fetchTargets(
  { frontier, settings }: AuditOrder,
  flags: CrawlFlags,
  origins: ReadonlyMap<string, string | null>,
  signal: AbortSignal,
): Promise<Fetched> {
  const { canon, seeds } = settings;
  const urls = await unfetchedTargets(frontier.entries(), keyMaker(canon));
  const fetcher = fetcherFor(seeds, fetcherOptions(flags));
  const isLocal = seeds.every((url) => isLoopback(originOf(url)?.replace(/^https?:\/\//, '') ?? '', flags.connectTo));
  const delay = flags.delay ?? (isLocal ? 0 : POLITE_DELAY);
  const productToken = productTokenOf(flags.userAgent);
  let requests = 0;
  let latest = '';
  const progress = new ProgressLine(async () => `${number(requests)} targets asked for · ${printable(latest)}`);
  const targets = new TargetFetcher({
    fetcher,
    gate: flags.robots
      ? new RobotsGate({ frontier: new MemoryFrontier(), fetcher, productToken, onRead: async () => {} })
      : null,
    canonicalizer: compile(canon),
    delay,
    concurrency: flags.concurrency,
    signal,
    onFetch: (url) => {
      requests++;
      latest = url;
    },
  });
  try {
    const entries = await targets.fetch(urls);
    const missingPages = new Map<string, MissingPage>();
    for (const [origin, site] of [...origins].slice(0, MAX_SITES)) {
      const page = site === null ? null : await targets.missingPage(origin);
      if (page !== null && site !== null) missingPages.set(site, page);
    }
    return { targets: entries, missingPages };
  } finally {
    progress.stop();
    await fetcher.close();
  }
}

async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
