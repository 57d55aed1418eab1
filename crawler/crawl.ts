import { randomUUID } from 'node:crypto';
import { version } from '../config/version.ts';
import { type OpenOptions, openFrontier } from '../db/open.ts';
import type { Frontier } from '../db/store.ts';
import type { CanonOptions } from '../src/canon/options.ts';
import { THRESHOLDS, type Thresholds } from '../src/evidence/thresholds.ts';
import { type OptionNames, refuseUnknownOptions } from '../src/known-options.ts';
import type { LoopOptions } from './crawl-loop.ts';
import type { CrawledPage } from './crawled-page.ts';
import { type ConnectTo, parseConnectTo } from './fetch/connect-to.ts';
import { type CustomFetch, type CustomFetcher, fetchOfProgram } from './fetch/custom-fetch.ts';
import type { FetcherOptions } from './fetch/fetcher.ts';
import type { RequestHeader } from './fetch/headers.ts';
import { Handover, type PageHandler } from './handover.ts';
import type { ProbeMode } from './learning/site-probes.ts';
import { MAX_ENDLESS } from './limits.ts';
import type { ScopeOptions } from './scope/scope.ts';
import { checkSelectors, isSelecting, type Selectors } from './selection/selectors.ts';
import { type CrawlReport, runSession } from './session.ts';

/** How to crawl. Every option may be omitted. Times are in milliseconds. */
export interface CrawlOptions
  extends OpenOptions,
    Partial<Pick<FetcherOptions, 'userAgent' | 'timeout' | 'allowPrivate' | 'ca'>>,
    Partial<Pick<ScopeOptions, 'include' | 'exclude'>>,
    Pick<LoopOptions, 'onOutcome' | 'onWait'>,
    Selectors,
    Partial<Pick<LoopOptions, 'concurrency' | 'retries' | 'signal' | 'onProgress' | 'onFailure'>> {
  /** The crawl file to write or to resume, or a store that the caller closes. Default: `:memory:`, which nothing keeps. */
  readonly db?: string | Frontier;
  /** Called with each page, instead of a loop over the crawl. Several calls may be running at a time. */
  readonly onPage?: PageHandler;
  /** What happens to a page whose handler throws or takes too long. `retry` fails it after `retries`. Default: `retry`. */
  readonly onHandlerError?: 'retry' | 'fail';
  /** How long a handler, or a turn of the loop, may take. Default: 300,000, which is five minutes. */
  readonly handlerTimeout?: number;
  /** How keys are made. Default: the profile `standard`. */
  readonly canon?: CanonOptions;
  /** How far links are followed. Default: `host`. */
  readonly scope?: ScopeOptions['kind'];
  /** The number of pages after which the crawl stops. Default: no limit. */
  readonly maxPages?: number;
  /** The greatest number of links from a seed. Default: no limit. */
  readonly depth?: number;
  /** Whether crawler traps are cut off. Default: true. */
  readonly traps?: boolean;
  /** The most URLs that differ only in numbers and parameter values. Default: 100,000. */
  readonly maxSimilar?: number;
  /** Requests after which a site whose pages still lead to new URLs is given up. Default: 20,000. */
  readonly maxEndless?: number;
  /** Whether links marked nofollow are left alone. Default: false. */
  readonly obeyNofollow?: boolean;
  /** Sitemaps to read, as absolute URLs. */
  readonly sitemap?: readonly string[];
  /** Whether to read the sitemaps that robots.txt names. Default: true. */
  readonly sitemaps?: boolean;
  /** Whether to obey robots.txt. Default: true. */
  readonly robots?: boolean;
  /** The time between two fetches from one host. Default: none on loopback, else 1,000, or that of the resumed crawl. */
  readonly delay?: number;
  /** The number of fetches at a time from one host. Default: 1 if there is a delay, else `concurrency`. */
  readonly perHost?: number;
  /** Headers to send. Authorization and Cookie go only to the origins of the seeds. */
  readonly headers?: readonly RequestHeader[] | Readonly<Record<string, string>>;
  /** The most bytes of a body that are read. Default: 10 MiB. */
  readonly maxSize?: number;
  /** Where to connect instead of a host and port, in the notation of curl: `example.com:443:127.0.0.1:8443`. */
  readonly connectTo?: readonly (string | ConnectTo)[];
  /**
   * Sends every request of the crawl, robots.txt, sitemaps and probes included: a browser, a proxy service, a cache or
   * an archive. `timeout` and `maxSize` hold. Default: the built-in fetcher.
   */
  readonly fetch?: CustomFetch | CustomFetcher;
  /** Fetch pages again: all (`true`), or those fetched at least this long ago. */
  readonly recrawl?: boolean | number;
  /** Whether to send requests that find out which URLs show the same page. Default: `off`. */
  readonly probe?: ProbeMode;
  /** Called with each URL that is requested for a probe only. */
  readonly onProbe?: (url: string) => void;
  /** The evidence that confirms a claim. */
  readonly needs?: Thresholds;
}

const OPTIONS: OptionNames<CrawlOptions> = {
  db: true,
  fresh: true,
  join: true,
  durability: true,
  signal: true,
  onPage: true,
  onHandlerError: true,
  handlerTimeout: true,
  onProgress: true,
  onFailure: true,
  onOutcome: true,
  onWait: true,
  onProbe: true,
  canon: true,
  needs: true,
  select: true,
  follow: true,
  main: true,
  ignore: true,
  scope: true,
  include: true,
  exclude: true,
  maxPages: true,
  depth: true,
  traps: true,
  maxSimilar: true,
  maxEndless: true,
  obeyNofollow: true,
  sitemap: true,
  sitemaps: true,
  robots: true,
  delay: true,
  concurrency: true,
  perHost: true,
  retries: true,
  timeout: true,
  maxSize: true,
  userAgent: true,
  headers: true,
  connectTo: true,
  fetch: true,
  ca: true,
  allowPrivate: true,
  recrawl: true,
  probe: true,
};

/** A crawl. It starts when it is iterated over or finished. */
export interface Crawl extends AsyncIterable<CrawledPage> {
  /**
   * Runs the crawl to its end. After a loop over the crawl, returns the report of that.
   *
   * @returns the counts of the crawl, the seeds that were refused, and what was learned
   * @throws {DustpanError} if the crawl could not start; a `StoreError` if its pages could not be recorded
   */
  finish(): Promise<CrawlReport>;
}

/**
 * Crawls sites: fetches each page once, in the order that politeness allows, and hands it to the program. A page is
 * recorded after the program has finished with it. A killed crawl is resumed by the same call, and pages that were not
 * finished come again.
 *
 *     for await (const page of crawl('https://example.com/', { db: 'example.dustpan' })) console.log(page.url);
 *
 * A page at which the loop is left, by `break` or an error, comes again as well.
 *
 * @param seeds the absolute URLs to start from. Without any, the crawl in `db` is resumed.
 * @throws {UnknownOptionError} if there is no option of that name
 * @throws {ConnectToError} if a rule of `connectTo` is not valid
 * @throws {TypeError} if `fetch` is not a function or a fetcher, or an option has no effect with it
 */
export function crawl(seeds: string | readonly string[], options: CrawlOptions = {}): Crawl {
  return new StartedOnce(typeof seeds === 'string' ? [seeds] : seeds, options);
}

class StartedOnce implements Crawl {
  readonly #seeds: readonly string[];
  readonly #options: CrawlOptions;
  readonly #connectTo: readonly ConnectTo[];
  readonly #fetch: CustomFetch | null;
  #report: Promise<CrawlReport> | null = null;

  constructor(seeds: readonly string[], options: CrawlOptions) {
    refuseUnknownOptions(options, OPTIONS, 'of crawl');
    this.#seeds = seeds;
    this.#options = withoutUndefined(options);
    this.#fetch = fetchOfProgram(this.#options);
    this.#connectTo = (options.connectTo ?? []).map((rule) => (typeof rule === 'string' ? parseConnectTo(rule) : rule));
  }

  async finish(): Promise<CrawlReport> {
    if (this.#report === null) {
      const { onPage = null, signal = new AbortController().signal } = this.#options;
      this.#report = this.#run(onPage === null ? null : this.#handover(onPage, signal), signal);
    }
    return this.#report;
  }

  [Symbol.asyncIterator](): AsyncIterator<CrawledPage> {
    if (this.#options.onPage !== undefined) {
      throw new TypeError('a crawl with onPage hands its pages to that function: call finish() instead of iterating');
    }
    if (this.#report !== null) throw new TypeError('a crawl can be iterated over once');
    const leaving = new AbortController();
    const { signal = leaving.signal } = this.#options;
    const stopped = AbortSignal.any([signal, leaving.signal]);
    const handover = this.#handover(null, stopped);
    const report = this.#run(handover, stopped);
    this.#report = report;
    // `next` and `finish` throw it.
    report.catch(() => {});
    return {
      next: async () => {
        const page = await handover.next();
        if (page !== null) return { done: false, value: page };
        await report;
        return { done: true, value: undefined };
      },
      return: async () => {
        leaving.abort();
        handover.end();
        await report;
        return { done: true, value: undefined };
      },
    };
  }

  #handover(handler: PageHandler | null, signal: AbortSignal): Handover {
    const { onHandlerError = 'retry', handlerTimeout = HANDLER_TIMEOUT } = this.#options;
    return new Handover({ handler, retries: onHandlerError === 'retry', timeout: handlerTimeout, signal });
  }

  async #run(handover: Handover | null, signal: AbortSignal): Promise<CrawlReport> {
    const { db = ':memory:', fresh = false, join = false, durability = 'normal' } = this.#options;
    try {
      if (isSelecting(this.#options)) await checkSelectors(this.#options);
      const frontier = typeof db === 'string' ? await openFrontier(db, { fresh, join, durability }) : db;
      try {
        return await this.#crawl(frontier, handover, signal);
      } finally {
        if (typeof db === 'string') await frontier.close();
      }
    } finally {
      handover?.end();
    }
  }

  #crawl(frontier: Frontier, handover: Handover | null, signal: AbortSignal): Promise<CrawlReport> {
    const options = this.#options;
    const { recrawl = false, perHost = null, maxPages = null, delay = null } = options;
    return runSession({
      concurrency: 16,
      retries: 2,
      robots: true,
      needs: THRESHOLDS,
      probe: 'off',
      onProbe: () => {},
      onProgress: () => {},
      onFailure: () => {},
      ...options,
      frontier,
      seeds: this.#seeds,
      canon: options.canon ?? {},
      selectors: options,
      scope: scopeOf(options),
      fetch: fetchOf(options, this.#connectTo),
      ...(this.#fetch !== null && { customFetch: this.#fetch }),
      delay,
      perSite: perHost,
      maxPages,
      recrawl: typeof recrawl === 'number' ? recrawl : recrawl ? 0 : null,
      obeysNofollow: options.obeyNofollow ?? false,
      sitemaps: options.sitemap ?? [],
      robotsSitemaps: options.sitemaps ?? true,
      run: randomUUID(),
      visit: handover === null ? null : (page) => handover.visit(page),
      signal,
    });
  }
}

/** Options that are undefined count as omitted. */
function withoutUndefined(options: CrawlOptions): CrawlOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

const HANDLER_TIMEOUT = 5 * 60_000;

function scopeOf(options: CrawlOptions): ScopeOptions {
  const { scope = 'host', include = [], exclude = [], depth } = options;
  const { traps = true, maxSimilar = 100_000, maxEndless = MAX_ENDLESS } = options;
  return { kind: scope, include, exclude, maxDepth: depth ?? null, traps: traps ? { maxSimilar, maxEndless } : null };
}

function fetchOf(options: CrawlOptions, connectTo: readonly ConnectTo[]): FetcherOptions {
  const {
    userAgent = `dustpan/${version}`,
    headers = {},
    timeout = 30_000,
    allowPrivate = false,
    maxSize,
    ca,
  } = options;
  return {
    userAgent,
    headers: Symbol.iterator in headers ? headers : Object.entries(headers),
    timeout,
    allowPrivate,
    connectTo,
    ...(maxSize !== undefined && { maxBytes: maxSize }),
    ...(ca !== undefined && { ca }),
  };
}
