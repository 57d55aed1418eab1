import { type Refusal, UNLINKED } from '../db/reasons.ts';
import { type Frontier } from '../db/store.ts';
import { compile } from '../src/canon/canonicalizer.ts';
import type { Key } from '../src/canon/key.ts';
import type { CanonOptions } from '../src/canon/options.ts';
import { DustpanError } from '../src/error.ts';
import type { Thresholds } from '../src/evidence/thresholds.ts';
import { bareValue, withoutUserinfo } from '../src/url/credentials.ts';
import { UrlError } from '../src/url/error.ts';
import { parseUrl } from '../src/url/parse.ts';
import { crawlLoop, type LoopOptions } from './crawl-loop.ts';
import { Discovery, siteOf } from './discovery.ts';
import { DocumentReader, type DocumentReaderOptions } from './document-reader.ts';
import type { CustomFetch } from './fetch/custom-fetch.ts';
import type { Fetcher, FetcherOptions } from './fetch/fetcher.ts';
import { differencesOf, keySettings, keyVersionOf, resumedCanon } from './key-settings.ts';
import { Learning } from './learning/learning.ts';
import { Ledger, type LedgerChange } from './learning/ledger.ts';
import type { ProbeMode } from './learning/probe-mode.ts';
import { SiteProbes } from './learning/site-probes.ts';
import { usualDelay } from './politeness/loopback.ts';
import { agreeOnPoliteness, type Politeness } from './politeness/politeness.ts';
import { LONGEST_RETRY_AFTER, LONGEST_WAIT, longestWait } from './politeness/retry-after.ts';
import { SitePaces } from './politeness/site-paces.ts';
import { type WaitingSite, waitingSites } from './politeness/waiting-sites.ts';
import { Recorder } from './recorder.ts';
import {
  agreeOnLook,
  finishLook,
  keepLook,
  type Look,
  lastLook,
  mayPrune,
  programBefore,
  untilNow,
} from './recrawl/look.ts';
import { IN_ROBOTS, prune } from './recrawl/prune.ts';
import { agreeOnRendering } from './render/agreed-mode.ts';
import type { RenderMode } from './render/render-mode.ts';
import type { NetworkOptions, PageRenderer } from './render/rendering.ts';
import { keepProductToken } from './robots/kept-rule.ts';
import { type RobotsNews, RobotsPolicy } from './robots/policy.ts';
import { type EndlessSite, Growth } from './scope/growth.ts';
import { Scope, type ScopeOptions } from './scope/scope.ts';
import { crawlFetcher, productTokenOf, withoutSecrets } from './seed-fetcher.ts';
import { SelectionThread } from './selection/selection-thread.ts';
import { checkSelectors, isSelecting, type Selectors } from './selection/selectors.ts';
import { agreeOnSelectors } from './selection/stored-selectors.ts';
import { type CrawlProgress, sumOf } from './tally.ts';
import type { WarcWriter, WarcWriterOptions } from './warc/warc-writer.ts';

/** Options that the session passes to its crawl unchanged. */
type Handed =
  | 'frontier'
  | 'concurrency'
  | 'retries'
  | 'run'
  | 'signal'
  | 'onProgress'
  | 'onFailure'
  | 'onOutcome'
  | 'onWait';

/** The options of a crawl session. */
export interface SessionOptions extends Pick<LoopOptions, Handed> {
  /**
   * The number of pages after which all programs that share the frontier stop, apart from the pages that this program
   * read in earlier sessions with this frontier; null for no limit.
   */
  readonly maxPages: number | null;
  /** Where to start. If empty, the session continues with the seeds of earlier sessions. */
  readonly seeds: readonly string[];
  /** How keys are made. */
  readonly canon: CanonOptions;
  /** Which URLs are fetched. */
  readonly scope: ScopeOptions;
  /** How URLs are fetched. */
  readonly fetch: FetcherOptions;
  /** Sends the requests instead of the built-in fetcher. */
  readonly customFetch?: CustomFetch;
  /** Whether no server is asked, so that there is nobody to be polite to. */
  readonly isOffline?: boolean;
  /** The web archive to write. Default: none. */
  readonly warc?: ArchiveTarget | null;
  /**
   * The delay between two fetches from one site, in milliseconds. Null for the delay of an earlier session; without
   * one, there is no delay on loopback and a polite delay elsewhere.
   */
  readonly delay: number | null;
  /**
   * The number of fetches at a time from one site. Null for the number of an earlier session; without one, one fetch if
   * there is a delay, and no limit otherwise.
   */
  readonly perSite: number | null;
  /** What to take from pages. A resumed crawl keeps its selectors. */
  readonly selectors: Selectors;
  /** Hands each page to the program before it is recorded; null if the program wants none. */
  readonly visit: DocumentReaderOptions['visit'];
  /** Whether to obey robots.txt. */
  readonly robots: boolean;
  /** Whether links that a page marks as nofollow are recorded but not fetched. */
  readonly obeysNofollow: boolean;
  /** Sitemaps to read, as absolute URLs. */
  readonly sitemaps: readonly string[];
  /** Whether to read the sitemaps that robots.txt names too. */
  readonly robotsSitemaps: boolean;
  /** Which pages a browser renders (null for those of an earlier session, or none), and how it is started. */
  readonly rendering: {
    readonly mode: RenderMode | null;
    readonly start: (network: Omit<NetworkOptions, 'scripts'>) => Promise<PageRenderer>;
  };
  /** The thresholds that evidence must reach to decide a claim. */
  readonly needs: Thresholds;
  /** Whether to probe sites, in addition to the evidence that the crawl finds anyway. */
  readonly probe: ProbeMode;
  /** Called with each URL that is requested for a probe only. */
  readonly onProbe: (url: string) => void;
  /**
   * Fetches pages again whose last fetch is at least this many milliseconds ago, or continues a recrawl that was
   * stopped. Null to fetch nothing again.
   */
  readonly recrawl: number | null;
}

/** A web archive to write. */
export type ArchiveTarget = Pick<WarcWriterOptions, 'folder' | 'maxFileSize' | 'recordsAll'>;

/** A seed that is not crawled. */
export interface RejectedSeed {
  /** The seed, without a user name and password. */
  readonly url: string;
  /** Why: what is wrong with the URL, or a skip reason. */
  readonly reason: string;
}

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
  /** Sites with queued URLs that asked for a longer pause than a crawl waits (`Retry-After`). */
  readonly waiting: readonly WaitingSite[];
  /** The limit of pages (`maxPages`) that ended the crawl, with the pages of all programs that share it; null for none. */
  readonly reachedMaxPages: number | null;
  /** Pages left out of the web archive because they ask for it (`noarchive`). */
  readonly notArchived: number;
}

/** A session that could not start. The message says why, and what to do. */
export class SessionError extends DustpanError {
  /** Always `SessionError`. */
  override readonly name = 'SessionError';
  /** Why it could not start, for programs. */
  readonly code:
    | 'no-seeds'
    | 'bad-sitemap'
    | 'other-keys'
    | 'other-politeness'
    | 'other-recrawl'
    | 'other-scope'
    | 'other-selectors';

  constructor(code: SessionError['code'], message: string) {
    super(message);
    this.code = code;
  }
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
  const { frontier } = asked;
  const selectors = await selectorsFor(asked);
  const options = { ...asked, canon: await agreeOnKeys(asked) };
  const own = compile(options.canon);
  const politeness = await agreeOnPoliteness(frontier, options, refusePoliteness);
  if (options.recrawl !== null) await refuseRecrawl(frontier);
  const ledger = await Ledger.open(options);
  const given = options.seeds.map((url) => ({ url, key: own.key(url) }));
  const seeds = await remember(
    frontier,
    'seeds',
    given.filter(({ key }) => !(key instanceof UrlError)).map(({ url }) => withoutUserinfo(url)),
  );
  const sitemaps = await remember(frontier, 'sitemaps', options.sitemaps.map(withoutUserinfo));
  if (seeds.length === 0 && given.length === 0 && sitemaps.length === 0) {
    throw nothingToCrawl();
  }
  const keys = [...seeds, ...sitemaps]
    .map((url) => own.key(url))
    .filter((key): key is Key => !(key instanceof UrlError));
  const scope = new Scope(keys, options.scope);
  const growth = options.scope.traps === null ? null : new Growth(options.scope.traps);
  const discovery = new Discovery(ledger.canonicalizer, scope, growth);
  await scope.recall(frontier.entries('bare'));
  await growth?.recall(frontier, frontier.entries('bare'));
  const resumed = await resume(options, discovery);
  // The user may have added verdicts since the last session.
  await ledger.applyEvidence([], discovery);
  const stored = await lastLook(frontier);
  const earlier = stored && untilNow(stored, frontier.now());
  if (earlier !== null && earlier !== stored) await keepLook(frontier, earlier);
  // Where the clock was ahead, what is to wait for long may have been set by it.
  const longest = earlier === stored ? LONGEST_RETRY_AFTER : LONGEST_WAIT;
  await frontier.correctTimes(frontier.now(), Math.max(longest, politeness.delay ?? 0));
  // Another program may have begun since.
  if (options.recrawl !== null) await refuseRecrawl(frontier);
  const look = await agreeOnLook(frontier, { isResumed: resumed, recrawl: options.recrawl });
  // Also when a recrawl resumes, because a kill may have come between the two calls.
  if (look.finishedAt === null && look.before !== null) await frontier.requeue(look.before);
  const recorder = new Recorder({ frontier, ledger, discovery });
  const { epoch } = recorder;
  const found = seeds.map((url) => discovery.found(url, { depth: 0, source: 'seed' }));
  const named = sitemaps.map((url) => discovery.found(url, { depth: 0, source: 'seed', role: 'sitemap' }));
  await recorder.add([...found, ...named], epoch);
  // In the format of a facts file, for other commands that use these facts (`--facts DB`).
  await frontier.setMeta('facts', JSON.stringify({ version: 1, facts: options.canon.facts ?? [] }));
  const productToken = productTokenOf(options.fetch.userAgent);
  await keepProductToken(frontier, productToken);

  // No request goes to a seed of another scheme than http and https.
  const web = found.filter(({ skip }) => skip !== 'scheme');
  const seedSites = (web.length > 0 ? web : found).map(({ site }) => site);
  const { isOffline = false } = options;
  const usual = usualDelay(seedSites, options.fetch.connectTo ?? []);
  const delay = isOffline ? 0 : (politeness.delay ?? usual);
  const ownUrls = [...options.seeds, ...options.sitemaps, ...seeds, ...sitemaps];
  const archive = await openArchive(options, productToken);
  const fetching = archive === null ? options.fetch : { ...options.fetch, recorder: archive };
  const ownFetcher = crawlFetcher(ownUrls, fetching, options.customFetch ?? null);
  const fetcher = growth === null ? ownFetcher : countingFetcher(ownFetcher, growth);
  const mode = await agreeOnRendering(frontier, options.rendering.mode);
  const rendered = await renderedFetcher({ ...options, fetch: fetching }, mode, fetcher, productToken, ownUrls);
  const paces = new SitePaces(frontier, delay);
  const readRobots = async ({ url, crawlDelay, crawlDelayBefore, sitemaps: listed }: RobotsNews): Promise<void> => {
    const site = siteOf(parseUrl(url));
    if (!isOffline) await paces.want(site, crawlDelay, crawlDelayBefore, frontier.now());
    if (!options.robotsSitemaps) return;
    const all = listed.map((sitemap) => discovery.found(sitemap.url, IN_ROBOTS));
    await recorder.add(all, recorder.epoch);
  };
  const selection = isSelecting(selectors) ? new SelectionThread(selectors) : null;
  const changes: LedgerChange[] = [];
  let reachedMaxPages: number | null = null;
  const copies = options.robots ? { copies: frontier, productToken } : null;
  const since = look.before === null ? null : look.startedAt;
  const probes =
    options.probe === 'off'
      ? null
      : new SiteProbes({
          ...options,
          mode: options.probe,
          fetcher: rendered.fetcher,
          robots: copies,
          delay,
          paces,
          addresses: ownFetcher.addresses,
          onRequest: options.onProbe,
        });
  try {
    const run = {
      ...options,
      checkpoint: new Learning({
        ...options,
        ledger,
        discovery,
        probes,
        isUnfinished: look.finishedAt === null,
        onChange: (change) => changes.push(change),
      }),
      fetcher: rendered.fetcher,
      discovery,
      growth,
      paces,
      recorder,
      about: archive === null ? null : (await import('./warc/about-lease.ts')).aboutLease({ frontier, ledger }),
      reader: new DocumentReader({ ...options, discovery, recorder, productToken, selection }),
      gate: options.robots
        ? new RobotsPolicy({ ...options, fetcher, productToken, since, isOffline, onRead: readRobots })
        : null,
      delay,
      // With a delay of 0, fetches of other programs that share the frontier do not count.
      perSite: (isOffline ? null : politeness.perSite) ?? (delay === 0 ? Number.POSITIVE_INFINITY : 1),
      total: await totalOf(options),
      level: options.scope.maxDepth !== null,
      onTotal: () => {
        reachedMaxPages = options.maxPages;
      },
    };
    let progress = await crawlLoop(run);
    let unlinked = 0;
    // Entries that are now fetched by another URL may lead elsewhere, so that there is more to prune.
    for (let round = 0; round < MAX_ROUNDS && (await mayPrune(options, look)); round++) {
      const pruned = await prune(frontier, { found: [...found, ...named], discovery });
      unlinked += pruned.unlinked;
      if (pruned.queued === 0) break;
      progress = sumOf(progress, await crawlLoop(run));
    }
    const waiting = await waitingSites(frontier, longestWait(delay));
    const isOver = !options.signal.aborted && waiting.length === 0;
    if (isOver && (look.finishedAt === null || progress.fetched > 0)) {
      await finishLook(frontier, look);
    }
    const rejected = [
      ...given.flatMap(({ url, key }) =>
        key instanceof UrlError ? [{ url: withoutUserinfo(url), reason: key.message }] : [],
      ),
      ...found.flatMap(({ url, skip }) => (skip === null ? [] : [{ url, reason: skip }])),
    ];
    return {
      progress,
      rejected,
      resumed,
      changes,
      lastLook: earlier,
      unlinked,
      endless: growth?.endless() ?? [],
      waiting,
      reachedMaxPages,
      notArchived: archive?.refused ?? 0,
    };
  } finally {
    await selection?.close();
    await rendered.close();
    await ownFetcher.close();
    await archive?.close();
  }
}

interface RenderedFetcher {
  readonly fetcher: Pick<Fetcher, 'fetch' | 'share'>;
  readonly close: () => Promise<void>;
}

/**
 * The fetcher of pages: the given one, or one that renders them. What pages load gets a fetcher of its own, whose bodies
 * do not wait for room that pages hold.
 */
async function renderedFetcher(
  { rendering, frontier, robots, fetch, customFetch }: SessionOptions,
  mode: RenderMode,
  fetcher: RenderedFetcher['fetcher'],
  productToken: string,
  urls: readonly string[],
): Promise<RenderedFetcher> {
  if (mode === 'off') return { fetcher, close: () => Promise.resolve() };
  const network = crawlFetcher(urls, fetch, customFetch ?? null);
  const bareNetwork = crawlFetcher(urls.map(withoutUserinfo), withoutSecrets(fetch), customFetch ?? null);
  const onRead = (): Promise<void> => Promise.resolve();
  const gate = robots ? new RobotsPolicy({ frontier, fetcher: bareNetwork, productToken, onRead }) : null;
  try {
    const { renderingFetcher } = await import('./render/rendering-fetcher.ts');
    const renderer = await rendering.start({ fetcher: network, bareFetcher: bareNetwork, gate });
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

/** The error of a crawl without a URL to start from. */
export function nothingToCrawl(): SessionError {
  return new SessionError('no-seeds', 'nothing to crawl: name a URL to start from, such as https://example.com/');
}

/** Loaded only for crawls that write an archive. */
async function openArchive(options: SessionOptions, productToken: string): Promise<WarcWriter | null> {
  if (options.warc === undefined || options.warc === null) return null;
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
function countingFetcher(fetcher: Pick<Fetcher, 'fetch' | 'share'>, growth: Growth): Pick<Fetcher, 'fetch' | 'share'> {
  return {
    share: () => fetcher.share(),
    fetch: (url, request) => {
      growth.request(siteOf(parseUrl(url)));
      return fetcher.fetch(url, request);
    },
  };
}

/** All keys of one frontier must be made with the same options. Returns these. */
async function agreeOnKeys({ frontier, canon }: SessionOptions): Promise<CanonOptions> {
  const made = keySettings(canon);
  let agreed = canon;
  await frontier.updateMeta('keys', (before) => {
    if (before === null) return made;
    const resumed = resumedCanon(before, canon);
    if (resumed !== null) {
      agreed = resumed;
      return before;
    }
    throw new SessionError(
      'other-keys',
      keyVersionOf(before) === keyVersionOf(made)
        ? `the keys of this crawl were made with other options (${differencesOf(before, made)}): use the same options, name another crawl with the option db, or start over with the option fresh`
        : 'the keys of this crawl were made by another version of dustpan, which gives some URLs other keys: name another crawl with the option db, or start over with the option fresh',
    );
  });
  return agreed;
}

/** @throws {SessionError} `other-politeness` */
function refusePoliteness({ delay, perSite }: Politeness): never {
  const options = [
    delay === null ? 'without the option delay' : `with the option delay ${delay}ms`,
    perSite === null ? 'without the option perHost' : `with the option perHost ${perSite}`,
  ];
  throw new SessionError(
    'other-politeness',
    `another program runs this crawl ${options.join(' and ')}: leave these options out, give the same, or wait until the others end`,
  );
}

async function selectorsFor({ frontier, selectors: given }: SessionOptions): Promise<Selectors> {
  const isNew = (await frontier.getMeta('scope')) === null;
  const selectors = await agreeOnSelectors(frontier, given, isNew);
  if (selectors === null) {
    throw new SessionError(
      'other-selectors',
      'the crawl in this file began with other selectors: use the same or none, name another crawl with the option db, or start over with the option fresh',
    );
  }
  await checkSelectors(selectors);
  return selectors;
}

/** Adds to the seeds or sitemaps of earlier sessions. The scope is measured from all of them. */
async function remember(
  frontier: Frontier,
  name: 'seeds' | 'sitemaps',
  urls: readonly string[],
): Promise<readonly string[]> {
  const all = await frontier.updateMeta(name, (before) =>
    JSON.stringify([...new Set([...parseStrings(before), ...urls])]),
  );
  return parseStrings(all);
}

function parseStrings(json: string | null): readonly string[] {
  const value: unknown = json === null ? [] : JSON.parse(json);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * Gives back the leases of a killed run. If the limits changed, decides again about skipped entries. Every recrawl
 * checks robots.txt again for the entries that it disallowed.
 */
async function resume(
  { frontier, scope, robots, recrawl, obeysNofollow }: SessionOptions,
  discovery: Discovery,
): Promise<boolean> {
  await frontier.release();
  const limits = JSON.stringify(bareValue({ ...scope, robots }));
  const { isResumed, isAnother } = await agreeOnLimits(frontier, limits);
  const { skipped } = await frontier.stats();
  if (isAnother || recrawl !== null || (skipped[UNREACHABLE] ?? 0) > 0) {
    // The pages that link to the others decide about them, when they are fetched again. Their links had the user names.
    const left = [UNLINKED, 'not-selected', 'credentials', ...(obeysNofollow ? ['nofollow'] : [])];
    const isAskedAgain = (reason: string): boolean =>
      !left.includes(reason) && (isAnother || recrawl !== null || reason === UNREACHABLE);
    await frontier.reconsider(({ url, reason, ...entry }) =>
      reason !== null && isAskedAgain(reason) ? discovery.found(url, entry).skip : undefined,
    );
  }
  if (isAnother) await frontier.setMeta('scope', limits);
  return isResumed;
}

/** Stores the limits. Returns whether the frontier had any, and whether they differ. */
async function agreeOnLimits(frontier: Frontier, limits: string): Promise<{ isResumed: boolean; isAnother: boolean }> {
  let isResumed = false;
  const agreed = await frontier.updateMeta('scope', (before, isShared) => {
    isResumed = before !== null;
    if (before === null || before === limits) return limits;
    // No limits are valid until skipped entries have been reconsidered. If the run is killed before that, the next run
    // does it.
    if (!isShared) return 'none';
    throw new SessionError(
      'other-scope',
      `another program runs this crawl with other limits (${before}): use the same limits, or wait until it ends`,
    );
  });
  return { isResumed, isAnother: agreed !== limits };
}

/** @throws {SessionError} `other-recrawl` */
async function refuseRecrawl(frontier: Frontier): Promise<void> {
  const other = await programBefore(frontier);
  if (other === null) return;
  const heard = Math.max(0, Math.round((frontier.now() - other.seen) / 1000));
  throw new SessionError(
    'other-recrawl',
    `a program on ${other.host}, last heard ${heard} s ago, crawls here, and its pages would be fetched twice: recrawl when it has ended; one that was killed counts for half a minute`,
  );
}

const UNREACHABLE: Refusal = 'robots-unreachable';
