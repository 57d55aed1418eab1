import { TargetFetcher } from '../../../crawler/audit-targets.ts';
import { siteOf } from '../../../crawler/discovery.ts';
import type { Fetcher } from '../../../crawler/fetch/fetcher.ts';
import { originOf } from '../../../crawler/fetch/target.ts';
import { usualDelay } from '../../../crawler/politeness/loopback.ts';
import { keptPoliteness } from '../../../crawler/politeness/politeness.ts';
import { sitesToSpare } from '../../../crawler/politeness/waiting-sites.ts';
import { RobotsPolicy } from '../../../crawler/robots/policy.ts';
import { productTokenOf } from '../../../crawler/robots/robots-file.ts';
import { fetcherFor } from '../../../crawler/seed-fetcher.ts';
import { type Frontier, MemoryFrontier } from '../../../db/index.ts';
import type { AuditEntry } from '../../audit/site/entry.ts';
import { type EntryWithRecord, keyMaker, type MissingPage } from '../../audit/site/site.ts';
import { unfetchedTargets } from '../../audit/site/unfetched.ts';
import { compile, parseUrl } from '../../index.ts';
import { number } from '../../text/number.ts';
import { noteLine } from '../io/output.ts';
import { ProgressLine } from '../io/progress.ts';
import { type CrawlFlags, delayGiven } from '../options/crawl-options.ts';
import type { CrawlSettings } from '../options/crawl-settings.ts';
import { fetcherOptions } from '../options/fetch-options.ts';
import { quoted } from '../render/printable.ts';
import { timeLeft } from '../render/time-left.ts';
import { brokenLinks, MAX_LINKS, MAX_LINKS_PER_HOST, outsideLinks } from './outside-links.ts';
import type { Survey } from './survey.ts';

/** The options of the requests of an audit. */
export interface AuditFetching extends CrawlFlags {
  /** Whether links that leave the crawl are checked too. */
  readonly external?: true;
}

/** The input of the requests of an audit. */
export interface FetchOrder {
  readonly frontier: Frontier;
  readonly settings: CrawlSettings;
  /** What was read of the crawl. */
  readonly crawled: readonly EntryWithRecord[];
  /** Knows the origins and folders of the entries. */
  readonly survey: Pick<Survey, 'origins' | 'folders'>;
  readonly flags: AuditFetching;
}

/** The responses that an audit needs in addition to the crawl. */
export interface FetchedForAudit {
  readonly targets: readonly AuditEntry[];
  /** The responses to URLs that cannot exist, as `AuditSources.missingPages` has them. */
  readonly missingPages: ReadonlyMap<string, MissingPage>;
}

/** Maximum number of sites that get a request for a URL that cannot exist. */
const MAX_SITES = 50;

/**
 * Fetches the URLs that pages name and the crawl did not fetch, and from each site a URL that cannot exist. Obeys
 * robots.txt and delays as a crawl does.
 */
export async function fetchForAudit(order: FetchOrder, signal: AbortSignal): Promise<FetchedForAudit> {
  const { settings, crawled, survey, flags } = order;
  const { urls, isCut } = unfetchedTargets(crawled, keyMaker(settings.canon));
  if (isCut)
    noteLine(`the pages name many URLs that were not crawled; only the first ${number(urls.length)} are fetched`);
  const links = flags.external ? linksToCheck(crawled) : [];
  const total = urls.length + links.length;
  const fetcher = fetcherFor(settings.seeds, fetcherOptions(flags));
  const started = performance.now();
  let requests = 0;
  let latest = '';
  const progress = new ProgressLine(
    async () =>
      `${number(requests)} of ${number(total)} URLs outside the crawl · ${timeLeft(requests / Math.max(total, requests, 1), started)} · ${quoted(latest)}`,
  );
  const canonicalizer = compile(settings.canon);
  const options = {
    fetcher,
    ...(await manners(order, fetcher)),
    canonicalizer,
    concurrency: flags.concurrency,
    signal,
    onFetch: (url: string): void => {
      requests++;
      latest = url;
    },
  };
  const targets = new TargetFetcher(options);
  try {
    const fetched = await targets.fetch(urls);
    const missingPages = await missingPagesOf(targets, survey);
    const checked = await new TargetFetcher({ ...options, readsPages: false }).fetch(links);
    return {
      targets: [...withoutLostOrigins(fetched, crawled), ...brokenLinks(links, checked, canonicalizer)],
      missingPages,
    };
  } finally {
    progress.stop();
    await fetcher.close();
  }
}

/** Failures without an answer that seem lasting. */
const UNANSWERED: ReadonlySet<string | null> = new Set(['dns-not-found', 'connection-refused', 'tls-failed']);

/**
 * Leaves out the targets on origins that answered the crawl and do not answer now: the network of this machine may be
 * down, or the options of the crawl are missing, such as `--connect-to`.
 */
function withoutLostOrigins(
  targets: readonly AuditEntry[],
  crawled: readonly EntryWithRecord[],
): readonly AuditEntry[] {
  const failed = targets.filter(({ reason }) => UNANSWERED.has(reason));
  if (failed.length === 0) return targets;
  const known = new Set(
    crawled.map(({ entry }) => (entry.status === null ? null : originOf(entry.finalUrl ?? entry.url))),
  );
  const left = new Set(failed.filter(({ url }) => known.has(originOf(url))));
  for (const origin of new Set([...left].map(({ url }) => originOf(url))))
    noteLine(
      `${quoted(origin ?? '')} answered the crawl, but not this audit, so findings that need it are left out; check the network, and repeat options of the crawl such as --connect-to`,
    );
  return targets.filter((target) => !left.has(target));
}

function linksToCheck(crawled: readonly EntryWithRecord[]): readonly string[] {
  const { urls, left } = outsideLinks(crawled);
  if (left > 0)
    noteLine(
      `${number(left)} links to other sites are not checked: at most ${number(MAX_LINKS)} are, and ${number(MAX_LINKS_PER_HOST)} of one host`,
    );
  return urls;
}

/** The robots.txt policy, and the delay per site in milliseconds. */
async function manners(
  { frontier, flags }: FetchOrder,
  fetcher: Fetcher,
): Promise<Pick<ConstructorParameters<typeof TargetFetcher>[0], 'gate' | 'delayOf' | 'waiting'>> {
  const kept = (await keptPoliteness(frontier)).delay;
  const waiting = await sitesToSpare(frontier, kept ?? 0);
  const delay = delayGiven(flags) ?? kept;
  const wanted = new Map<string, number>();
  const delayOf = (site: string): number =>
    Math.max(delay ?? usualDelay([site], flags.connectTo), wanted.get(site) ?? 0);
  if (!flags.robots) return { gate: null, delayOf, waiting };
  const gate = new RobotsPolicy({
    // The crawl file is only read.
    frontier: new MemoryFrontier(),
    fetcher,
    productToken: productTokenOf(flags.userAgent),
    onRead: async ({ url, crawlDelay }) => {
      wanted.set(siteOf(parseUrl(url)), crawlDelay);
    },
  });
  return { gate, delayOf, waiting };
}

async function missingPagesOf(
  targets: TargetFetcher,
  { origins, folders }: FetchOrder['survey'],
): Promise<ReadonlyMap<string, MissingPage>> {
  const sites = [...origins].flatMap(([origin, site]) => (site === null ? [] : [[site, `${origin}/`] as const]));
  const parts = (folders?.largest() ?? []).map(({ site, folder, page }) => [site + folder, page] as const);
  const asked = await Promise.all(
    [...sites.slice(0, MAX_SITES), ...parts].map(async ([name, page]) => {
      const missing = await targets.missingPage(page);
      return missing === null ? [] : [[name, missing] as const];
    }),
  );
  return new Map(asked.flat());
}
