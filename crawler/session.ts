import { type Frontier, type Refusal, UNLINKED } from '../db/store.ts';
import { compile } from '../src/canon/canonicalizer.ts';
import type { CanonOptions } from '../src/canon/options.ts';
import { DustpanError } from '../src/error.ts';
import type { Thresholds } from '../src/evidence/thresholds.ts';
import { bareValue, withoutUserinfo } from '../src/url/credentials.ts';
import { UrlError } from '../src/url/error.ts';
import { parseUrl } from '../src/url/parse.ts';
import { clock } from './clock.ts';
import { type CrawlOptions, type CrawlProgress, crawl, sumOf } from './crawl.ts';
import { Discovery, siteOf } from './discovery.ts';
import { DocumentReader } from './document-reader.ts';
import type { Fetcher, FetcherOptions } from './fetch/fetcher.ts';
import { keySettings } from './key-settings.ts';
import { Learning } from './learning/learning.ts';
import { Ledger, type LedgerChange } from './learning/ledger.ts';
import { type ProbeMode, SiteProbes } from './learning/site-probes.ts';
import { usualDelay } from './politeness/loopback.ts';
import { agreeOnPoliteness } from './politeness/politeness.ts';
import { LONGEST_WAIT } from './politeness/retry-after.ts';
import { SitePaces } from './politeness/site-paces.ts';
import { keepLook, type Look, lastLook, mayPrune, nextLook } from './recrawl/look.ts';
import { prune } from './recrawl/prune.ts';
import { SessionRoots } from './recrawl/session-roots.ts';
import { keepProductToken } from './robots/kept-rule.ts';
import { type RobotsNews, RobotsPolicy } from './robots/policy.ts';
import { type EndlessSite, Growth } from './scope/growth.ts';
import { Scope, type ScopeOptions } from './scope/scope.ts';
import { addressAccess, fetcherFor, productTokenOf } from './seed-fetcher.ts';

/** What a session hands on to its crawl as it is. */
type Handed =
  | 'frontier'
  | 'concurrency'
  | 'maxPages'
  | 'retries'
  | 'run'
  | 'signal'
  | 'onProgress'
  | 'onFailure'
  | 'onWait';

export interface SessionOptions extends Pick<CrawlOptions, Handed> {
  /** Where to start; none to go on with those of earlier sessions. */
  readonly seeds: readonly string[];
  readonly canon: CanonOptions;
  readonly scope: ScopeOptions;
  readonly fetch: FetcherOptions;
  /**
   * Milliseconds between two fetches of one site; null for what an earlier session was told, else for none on loopback
   * and a polite one elsewhere.
   */
  readonly delay: number | null;
  /**
   * Fetches of one site at a time; null for what an earlier session was told, else for one where there is a delay and as
   * many as there are where there is none.
   */
  readonly perSite: number | null;
  /** Whether robots.txt is obeyed. */
  readonly robots: boolean;
  /** Whether links that a page asks not to follow are recorded and not fetched. */
  readonly obeysNofollow: boolean;
  /** Sitemaps to read, absolute URLs. */
  readonly sitemaps: readonly string[];
  /** Whether the sitemaps that a robots.txt names are read, too. */
  readonly robotsSitemaps: boolean;
  /** What claims take. */
  readonly needs: Thresholds;
  /** Whether sites are asked which of their URLs are one page, beside what the crawl sees anyway. */
  readonly probe: ProbeMode;
  /** Called with each URL that is asked for only to see that. */
  readonly onProbe: (url: string) => void;
  /**
   * Fetches again what was fetched that many milliseconds ago or earlier, or goes on where that was stopped; null to
   * leave it.
   */
  readonly recrawl: number | null;
}

export interface SessionReport {
  readonly progress: CrawlProgress;
  /** Seeds that are no URL, or none of the web, with the reason. */
  readonly rejected: readonly { readonly url: string; readonly reason: string }[];
  /** Whether the frontier held entries before. */
  readonly resumed: boolean;
  /** How claims came to make other keys, in order. */
  readonly changes: readonly LedgerChange[];
  /** The last look before this session; null where there was none, or it is not known. */
  readonly lastLook: Look | null;
  /** Entries to which nothing leads any more, since what was fetched was fetched again. */
  readonly unlinked: number;
  /** Sites that were left because they go on without end. */
  readonly endless: readonly EndlessSite[];
}

/** A session that cannot start: its message says why, and what to do. */
export class SessionError extends DustpanError {
  override readonly name = 'SessionError';
  readonly code: 'no-seeds' | 'other-keys' | 'other-scope';

  constructor(code: SessionError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Crawls from seeds into a frontier, going on with what is there.
 *
 * @throws {SessionError} where there is nothing to start from, or the frontier's keys were made in another way
 */
export async function runSession(options: SessionOptions): Promise<SessionReport> {
  const { frontier } = options;
  const own = compile(options.canon);
  await checkKeys(frontier, options.canon);
  const ledger = await Ledger.open(options);
  const given = options.seeds.map((url) => ({ url, key: own.key(url) }));
  const seeds = await remember(
    frontier,
    'seeds',
    given.filter(({ key }) => !(key instanceof UrlError)).map(({ url }) => withoutUserinfo(url)),
  );
  const sitemaps = await remember(frontier, 'sitemaps', options.sitemaps.map(withoutUserinfo));
  if (seeds.length === 0 && given.length === 0 && sitemaps.length === 0) {
    throw new SessionError('no-seeds', 'nothing to crawl: name a URL to start from, such as https://example.com/');
  }
  const keys = [...seeds, ...sitemaps].flatMap((url) => {
    const key = own.key(url);
    return key instanceof UrlError ? [] : [key];
  });
  const scope = new Scope(keys, options.scope);
  const growth = options.scope.traps === null ? null : new Growth(options.scope.traps);
  const discovery = new Discovery(ledger.canonicalizer, scope, growth);
  await scope.recall(frontier.entries('bare'));
  await growth?.recall(frontier, frontier.entries('bare'));
  const resumed = await resume(options, discovery);
  // Between two sessions, the user may have had a word to say.
  await ledger.applyEvidence([], discovery);
  const politeness = await agreeOnPoliteness(frontier, options);
  await frontier.correctTimes(clock(), Math.max(LONGEST_WAIT, politeness.delay ?? 0));
  const earlier = await lastLook(frontier);
  const look = nextLook(earlier, resumed, options.recrawl);
  if (look.finishedAt === null) {
    await keepLook(frontier, look);
    // Once more where it was stopped: a kill may have come between the two.
    if (look.before !== null) await frontier.requeue(look.before);
  }
  const found = seeds.map((url) => discovery.found(url, { depth: 0, source: 'seed' }));
  const named = sitemaps.map((url) => discovery.found(url, { depth: 0, source: 'seed', role: 'sitemap' }));
  await frontier.add([...found, ...named]);
  // As a facts file has them, for others that go by the same facts (`--facts DB`).
  await frontier.setMeta('facts', JSON.stringify({ version: 1, facts: options.canon.facts ?? [] }));
  const productToken = productTokenOf(options.fetch.userAgent);
  await keepProductToken(frontier, productToken);

  const seedSites = found.map(({ site }) => site);
  const delay = politeness.delay ?? usualDelay(seedSites, options.fetch.connectTo ?? []);
  const ownUrls = [...options.seeds, ...options.sitemaps, ...seeds, ...sitemaps];
  const ownFetcher = fetcherFor(ownUrls, options.fetch);
  const fetcher = growth === null ? ownFetcher : countingFetcher(ownFetcher, growth);
  const paces = new SitePaces(frontier);
  const roots = new SessionRoots([...found, ...named]);
  const readRobots = async ({ url, crawlDelay, sitemaps: listed }: RobotsNews): Promise<void> => {
    const site = siteOf(parseUrl(url));
    await paces.want(site, crawlDelay);
    if (!options.robotsSitemaps) return;
    const all = listed.map((sitemap) => discovery.found(sitemap.url, { depth: 0, source: 'robots', role: 'sitemap' }));
    roots.addRobots(site, all);
    await frontier.add(all);
  };
  const changes: LedgerChange[] = [];
  const { probe: mode } = options;
  const copies = options.robots ? { copies: frontier, productToken } : null;
  const since = look.before === null ? null : look.startedAt;
  const probes =
    mode === 'off'
      ? null
      : new SiteProbes({
          ...options,
          mode,
          fetcher,
          robots: copies,
          delay,
          addresses: addressAccess(ownFetcher, ownUrls, options.fetch),
          onRequest: options.onProbe,
        });
  try {
    const run = {
      ...options,
      checkpoint: new Learning({ ...options, ledger, discovery, probes, onChange: (change) => changes.push(change) }),
      fetcher,
      discovery,
      growth,
      paces,
      reader: new DocumentReader({ ...options, discovery, productToken }),
      gate: options.robots ? new RobotsPolicy({ ...options, fetcher, productToken, since, onRead: readRobots }) : null,
      delay,
      // Where none is asked for, the fetches of other programs that share the frontier do not count.
      perSite: politeness.perSite ?? (delay === 0 ? Number.POSITIVE_INFINITY : 1),
      level: options.scope.maxDepth !== null,
    };
    let progress = await crawl(run);
    let unlinked = 0;
    // What is fetched under another URL now may lead elsewhere, so that there is more to let go of.
    for (let round = 0; round < MAX_ROUNDS && (await mayPrune(options, look)); round++) {
      const pruned = await prune(frontier, roots);
      unlinked += pruned.unlinked;
      if (pruned.queued === 0) break;
      progress = sumOf(progress, await crawl(run));
    }
    if (!options.signal.aborted && (look.finishedAt === null || progress.fetched > 0)) {
      await keepLook(frontier, { ...look, finishedAt: clock() });
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
    };
  } finally {
    await ownFetcher.close();
  }
}

/** How often entries are fetched under another URL before that counts as the site's doing. */
const MAX_ROUNDS = 3;
/** Counts each request, whatever it is for. */
function countingFetcher(fetcher: Fetcher, growth: Growth): Pick<Fetcher, 'fetch' | 'share'> {
  return {
    share: () => fetcher.share(),
    fetch: (url, request) => {
      growth.request(siteOf(parseUrl(url)));
      return fetcher.fetch(url, request);
    },
  };
}

/** Keys of one frontier are all made in one way. */
async function checkKeys(frontier: Frontier, canon: CanonOptions): Promise<void> {
  const made = keySettings(canon);
  await frontier.updateMeta('keys', (before) => {
    if (before === null || before === made) return made;
    throw new SessionError(
      'other-keys',
      `the keys in this database were made with other options (${before}); use those, name another file with --db, or start over with --fresh`,
    );
  });
}

/** All that were named so far: they are what the scope is measured from. */
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
 * Takes back what a run that was killed had leased; with other limits, asks again about what was left out. What a
 * robots.txt forbade is asked for again with every re-crawl.
 */
async function resume({ frontier, scope, robots, recrawl }: SessionOptions, discovery: Discovery): Promise<boolean> {
  await frontier.release();
  const limits = JSON.stringify(bareValue({ ...scope, robots }));
  const { isResumed, isAnother } = await agreeOnLimits(frontier, limits);
  const { skipped } = await frontier.stats();
  if (isAnother || recrawl !== null || (skipped[UNREACHABLE] ?? 0) > 0) {
    const isAskedAgain = (reason: string | null): boolean =>
      reason !== UNLINKED && (isAnother || recrawl !== null || reason === UNREACHABLE);
    await frontier.reconsider(({ url, reason, ...entry }) =>
      isAskedAgain(reason) ? discovery.found(url, entry).skip : reason,
    );
  }
  if (isAnother) await frontier.setMeta('scope', limits);
  return isResumed;
}

/** Whether the frontier's limits are others than `limits`, and whether it has any. Programs that share it have the same. */
async function agreeOnLimits(frontier: Frontier, limits: string): Promise<{ isResumed: boolean; isAnother: boolean }> {
  let isResumed = false;
  const agreed = await frontier.updateMeta('scope', (before, isShared) => {
    isResumed = before !== null;
    if (before === null || before === limits) return limits;
    // Until what was left out has been asked about again, none hold: a kill in between is made good by the next run.
    if (!isShared) return 'none';
    throw new SessionError(
      'other-scope',
      `the crawl that runs in this database has other limits (${before}); use those, or wait until it has ended`,
    );
  });
  return { isResumed, isAnother: agreed !== limits };
}

const UNREACHABLE: Refusal = 'robots-unreachable';
