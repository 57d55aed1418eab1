import { withoutUserinfo } from '../src/url/credentials.ts';
import { parseUrl } from '../src/url/parse.ts';
import { type Begun, beginSession, type RejectedSeed } from './begin-session.ts';
import { crawlLoop, type LoopOptions } from './crawl-loop.ts';
import { siteOf } from './discovery.ts';
import { DocumentReader } from './document-reader.ts';
import { Learning } from './learning/learning.ts';
import type { LedgerChange } from './learning/ledger.ts';
import { SiteProbes } from './learning/site-probes.ts';
import { type Login, type LoginOptions, QueuedLogin, RepeatedLogin } from './login.ts';
import { Outages } from './politeness/outages.ts';
import { longestWait } from './politeness/retry-after.ts';
import { SitePaces } from './politeness/site-paces.ts';
import { type WaitingSite, waitingSites } from './politeness/waiting-sites.ts';
import { finishLook, type Look, mayPrune } from './recrawl/look.ts';
import { IN_ROBOTS, prune } from './recrawl/prune.ts';
import { agreeOnRendering, type RenderMode } from './render/render-mode.ts';
import { type RobotsNews, RobotsPolicy } from './robots/policy.ts';
import type { EndlessSite, Growth } from './scope/growth.ts';
import { type CrawlFetcher, crawlFetcher, isRecognizable, withoutSecrets } from './seed-fetcher.ts';
import { SelectionThread } from './selection/selection-thread.ts';
import { isSelecting } from './selection/selectors.ts';
import type { SessionOptions } from './session-options.ts';
import { type CrawlProgress, NOTHING_DONE } from './tally.ts';
import type { WarcWriter } from './warc/warc-writer.ts';

/** The result of a crawl. */
export interface CrawlReport {
  /** The counts of the crawl. */
  readonly progress: CrawlProgress;
  /** Seeds that are not valid http(s) URLs, with the reason. */
  readonly rejected: readonly RejectedSeed[];
  /** Whether the frontier already contained a crawl. */
  readonly resumed: boolean;
  /** Changes of claims that changed keys, in order. */
  readonly changes: readonly LedgerChange[];
  /** The last look before this session; null if there was none or it is not known. */
  readonly lastLook: Look | null;
  /** Entries that nothing leads to any more, found by a recrawl. */
  readonly unlinked: number;
  /** Sites that the crawl gave up because they seemed endless. */
  readonly endless: readonly EndlessSite[];
  /** Sites with queued URLs that a crawl does not wait for: they ask for a longer pause (`Retry-After`), or are away. */
  readonly waiting: readonly WaitingSite[];
  /** The limit of pages (`maxPages`) that ended the crawl, with the pages of all programs that share it; null for none. */
  readonly reachedMaxPages: number | null;
  /** Pages left out of the web archive because they ask for it (`noarchive`). */
  readonly notArchived: number;
}

/**
 * Crawls from seeds into a frontier, and resumes the crawl that the frontier already contains.
 *
 * @throws {SessionError} `no-seeds` if there is nothing to start from, `other-keys` if the frontier's keys were made
 * with other options, `other-scope` or `other-politeness` if a running crawl shares the frontier and has other limits,
 * `other-recrawl` if a recrawl cannot begin yet, because another program still crawls,
 * `other-selectors` if the crawl began with other selectors
 * @throws {SelectorError} if a selector is invalid
 */
export async function runSession(asked: SessionOptions): Promise<CrawlReport> {
  const begun = await beginSession(asked);
  const { options, delay, perSite, ledger, growth, recorder, look, ownUrls, productToken } = begun;
  const { frontier } = options;
  const { discovery } = ledger;
  const archive = await openArchive(options, productToken);
  const fetching = archive === null ? options.fetch : { ...options.fetch, recorder: archive };
  const own = crawlFetcher(ownUrls, fetching, options.customFetch);
  const fetcher = growth === null ? own.fetcher : countingFetcher(own.fetcher, growth);
  const mode = await agreeOnRendering(frontier, options.rendering.mode);
  const rendered = await renderedFetcher({ ...options, fetch: fetching }, mode, fetcher, productToken, ownUrls);
  const paces = new SitePaces(frontier, delay);
  // Level by level, a server that is away would hold up all others.
  const isLevel = options.scope.maxDepth !== null;
  const outages = options.retries === 0 ? null : await Outages.recall(frontier, !isLevel);
  const onRead = (news: RobotsNews): Promise<void> => readRobots(news, begun, paces);
  const selection = isSelecting(options.selectors) ? new SelectionThread(options.selectors) : null;
  const changes: LedgerChange[] = [];
  let reachedMaxPages: number | null = null;
  const since = look.before === null ? 0 : look.startedAt;
  const probes =
    options.probe === 'off'
      ? null
      : new SiteProbes({
          ...options,
          mode: options.probe,
          fetcher: rendered.fetcher,
          isRecognizable: isRecognizable(options.fetch),
          robots: options.robots ? { copies: frontier, productToken } : null,
          delay,
          paces,
          addresses: own.addresses,
          onRequest: options.onProbe,
        });
  const gate = options.robots ? new RobotsPolicy({ ...options, fetcher, productToken, since, onRead }) : null;
  try {
    const run = {
      ...options,
      checkpoint: new Learning({
        ...options,
        ledger,
        probes,
        isUnfinished: look.finishedAt === null,
        onChange: (change) => changes.push(change),
      }),
      fetcher: rendered.fetcher,
      discovery,
      growth,
      paces,
      outages,
      recorder,
      about: archive === null ? null : (await import('./warc/about-lease.ts')).aboutLease({ frontier, ledger }),
      reader: new DocumentReader({ ...options, discovery, recorder, productToken, selection }),
      gate,
      delay,
      perSite,
      total: await totalOf(options),
      level: isLevel,
      login: await loginOf(begun, { ...options, fetcher: rendered.fetcher, gate }),
      onTotal: () => {
        reachedMaxPages = options.maxPages;
      },
    };
    const { progress, unlinked } = await crawlAndPrune(run, begun);
    const { sites: waiting } = await waitingSites(frontier, longestWait(delay), outages?.givenUp());
    const isOver = !options.signal.aborted && waiting.length === 0;
    if (isOver && (look.finishedAt === null || progress.fetched > 0)) {
      await finishLook(frontier, look);
    }
    return {
      progress,
      rejected: begun.rejected,
      resumed: begun.resumed,
      changes,
      lastLook: begun.lastLook,
      unlinked,
      endless: growth?.endless() ?? [],
      waiting,
      reachedMaxPages,
      notArchived: archive?.refused ?? 0,
    };
  } finally {
    await selection?.close();
    await rendered.close();
    await own.close();
    await archive?.close();
  }
}

/** With cookies, the first seed logs in. */
async function loginOf(
  { options, found, ledger: { discovery } }: Begun,
  access: Omit<LoginOptions, 'discovery'>,
): Promise<Login | null> {
  if (options.fetch.cookies === undefined) return null;
  const own = options.seeds.find((url) => discovery.start(url).skip === null);
  const first = own === undefined ? found.find(({ role }) => role === 'page') : discovery.start(own);
  if (first === undefined) return null;
  const isQueued = (await options.frontier.entry(first.key, 'bare'))?.state === 'queued';
  return isQueued ? new QueuedLogin(first.key) : new RepeatedLogin(first, { ...access, discovery });
}

/** Takes the delay that a robots.txt asks for, and the sitemaps that it names. */
async function readRobots(
  { url, crawlDelay, crawlDelayBefore, sitemaps }: RobotsNews,
  { options, ledger, recorder }: Begun,
  paces: SitePaces,
): Promise<void> {
  const { frontier, isOffline, robotsSitemaps } = options;
  const site = siteOf(parseUrl(url));
  if (!isOffline) await paces.want(site, crawlDelay, crawlDelayBefore, frontier.now());
  if (!robotsSitemaps) return;
  const all = sitemaps.map((sitemap) => ledger.discovery.found(sitemap, IN_ROBOTS));
  await recorder.add(all, recorder.epoch);
}

/** Crawls, and as long as pruning queues entries, crawls on. */
async function crawlAndPrune(
  run: LoopOptions,
  { options, look, found, ledger }: Begun,
): Promise<Pick<CrawlReport, 'progress' | 'unlinked'>> {
  let progress = await crawlLoop(run, NOTHING_DONE);
  let unlinked = 0;
  // Entries that are now fetched by another URL may lead elsewhere, so that there is more to prune.
  for (let round = 0; round < MAX_ROUNDS && (await mayPrune(options, look)); round++) {
    const { discovery, isClaimed } = ledger;
    const pruned = await prune(options.frontier, { found, discovery, isClaimed });
    unlinked += pruned.unlinked;
    if (pruned.queued === 0) break;
    progress = await crawlLoop(run, progress);
  }
  return { progress, unlinked };
}

/**
 * The fetcher of pages: the given one, or one that renders them. What pages load gets a fetcher of its own, whose bodies
 * do not wait for room that pages hold.
 */
async function renderedFetcher(
  { rendering, frontier, robots, fetch, customFetch }: SessionOptions,
  mode: RenderMode,
  fetcher: CrawlFetcher['fetcher'],
  productToken: string,
  urls: readonly string[],
): Promise<Pick<CrawlFetcher, 'fetcher' | 'close'>> {
  if (mode === 'off') return { fetcher, close: () => Promise.resolve() };
  const network = crawlFetcher(urls, fetch, customFetch);
  const bareNetwork = crawlFetcher(urls.map(withoutUserinfo), withoutSecrets(fetch), customFetch);
  const onRead = (): Promise<void> => Promise.resolve();
  const gate = robots ? new RobotsPolicy({ frontier, fetcher: bareNetwork.fetcher, productToken, onRead }) : null;
  try {
    const { renderingFetcher } = await import('./render/rendering-fetcher.ts');
    const renderer = await rendering.start({ fetcher: network.fetcher, bareFetcher: bareNetwork.fetcher, gate });
    return {
      fetcher: renderingFetcher(fetcher, renderer, mode),
      close: async () => {
        await renderer.close();
        await Promise.all([network.close(), bareNetwork.close()]);
      },
    };
  } catch (error) {
    await Promise.all([network.close(), bareNetwork.close()]);
    throw error;
  }
}

/** Loaded only for crawls that write an archive. */
async function openArchive(options: SessionOptions, productToken: string): Promise<WarcWriter | null> {
  if (options.warc === null) return null;
  const { WarcWriter } = await import('./warc/warc-writer.ts');
  const { userAgent } = options.fetch;
  return WarcWriter.open({ ...options.warc, userAgent, productToken, robots: options.robots });
}

/** The number of pages after which all programs stop, as the frontier counts them; null for no limit. */
async function totalOf({ frontier, maxPages }: SessionOptions): Promise<number | null> {
  if (maxPages === null) return null;
  const self = (await frontier.programs()).find(({ isSelf }) => isSelf);
  return maxPages + (self?.pages ?? 0);
}

/** How often pruning repeats before the session accepts that the site keeps changing. */
const MAX_ROUNDS = 3;
/** Counts every request, including those for robots.txt and probes. */
function countingFetcher(fetcher: CrawlFetcher['fetcher'], growth: Growth): CrawlFetcher['fetcher'] {
  return {
    share: () => fetcher.share(),
    fetch: (url, request) => {
      growth.request(siteOf(parseUrl(url)));
      return fetcher.fetch(url, request);
    },
  };
}
