import { randomUUID } from 'node:crypto';
import { openFrontier } from '../db/open.ts';
import type { Frontier } from '../db/store.ts';
import { compile } from '../src/canon/canonicalizer.ts';
import { addDefaultScheme } from '../src/canon/default-scheme.ts';
import { needsWith } from '../src/evidence/thresholds.ts';
import { withoutUndefined } from '../src/known-options.ts';
import { quote } from '../src/text/wording.ts';
import { withoutUserinfo } from '../src/url/credentials.ts';
import { UrlError } from '../src/url/error.ts';
import { parseUrl } from '../src/url/parse.ts';
import { version } from '../src/version.ts';
import { type CrawlOptions, checkCrawlOptions } from './crawl-options.ts';
import type { CrawledPage } from './crawled-page.ts';
import { Discovery } from './discovery.ts';
import { type ConnectTo, parseConnectTo } from './fetch/connect-to.ts';
import { type CustomFetch, fetchOfProgram } from './fetch/custom-fetch.ts';
import type { FetcherOptions } from './fetch/fetcher.ts';
import { Handover, type PageHandler } from './handover.ts';
import { MAX_ENDLESS, MAX_TIMEOUT } from './limits.ts';
import { checkRendering } from './render/check-rendering.ts';
import { Scope, type ScopeOptions, validKeys } from './scope/scope.ts';
import { crawlFetcher } from './seed-fetcher.ts';
import { checkSelectors } from './selection/selectors.ts';
import { type CrawlReport, runSession } from './session.ts';
import { nothingToCrawl, SessionError } from './session-error.ts';
import type { ArchiveTarget, SessionOptions } from './session-options.ts';
import type { CrawlFailure } from './tally.ts';

/**
 * A crawl. It starts when it is iterated over or finished. A loop gets one page at a time, and asking for a page while
 * another request is pending is a `TypeError`: for several at a time there is `onPage`.
 */
export interface Crawl extends AsyncIterable<CrawledPage> {
  /**
   * Runs the crawl to its end. After a loop over the crawl, returns the report of that run. The loop throws the errors below,
   * too.
   *
   * @returns the counts of the crawl, the seeds that were refused, and what was learned
   * @throws {StoreError} if `db` could not be opened, or pages could not be recorded
   * @throws {SessionError} `no-seeds` if there is no URL to start from, or, with `fresh`, if the options exclude all of them;
   * another code if the crawl in `db` began with other options
   * @throws {CanonOptionsError} if an option in `canon` has a value that it cannot have
   * @throws {SelectorError} if a selector of `select`, `follow`, `main` or `ignore` is not valid
   * @throws {GlobError} if a glob of `include` or `exclude` is too large
   * @throws {RequestHeaderError} if a header or `userAgent` cannot be sent
   * @throws {CookieFileError} if a line of `cookies` is not a cookie
   * @throws {ProxyError} if a proxy is not valid
   * @throws {RenderError} if pages are to be rendered, and playwright-core or a browser is missing
   * @throws {WarcError} if the folder `warc` cannot be written
   * @throws {TypeError} if `ca` or `clientCertificate` is not PEM
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
 * @param seeds the URLs to start from, absolute unless `canon` has a `defaultScheme`. Without any, the crawl in `db` is
 * resumed.
 * @throws {UnknownOptionError} if there is no option of that name
 * @throws {TypeError} if an option has a value that it cannot have, or no effect beside another option
 * @throws {SessionError} `no-seeds` if no seed is a valid URL, `bad-sitemap` if a sitemap is not
 * @throws {ConnectToError} if a rule of `connectTo` is not valid
 */
export function crawl(seeds: string | readonly string[], options: CrawlOptions = {}): Crawl {
  return new StartedOnce(typeof seeds === 'string' ? [seeds] : seeds, options);
}

/**
 * Checks a crawl for a program that opens the store itself; {@link crawl} does so before it opens one. It checks the selectors,
 * the renderer, the options of keys, and the archive, whose folder it creates; with `fresh`, also the URLs, the scope and the
 * options of requests, so that nothing is deleted for a crawl that cannot begin.
 *
 * @throws what {@link crawl} and `finish` throw
 */
export async function checkCrawl(seeds: readonly string[], options: CrawlOptions): Promise<void> {
  await new StartedOnce(seeds, options).check();
}

class StartedOnce implements Crawl {
  readonly #seeds: readonly string[];
  readonly #options: CrawlOptions;
  readonly #sitemaps: readonly string[];
  readonly #connectTo: readonly ConnectTo[];
  readonly #fetch: CustomFetch | null;
  #report: Promise<CrawlReport> | null = null;

  constructor(seeds: readonly string[], options: CrawlOptions) {
    checkCrawlOptions(seeds, options);
    const { defaultScheme } = options.canon ?? {};
    const whole = (url: string): string => (defaultScheme === undefined ? url : addDefaultScheme(url, defaultScheme));
    this.#seeds = seeds.map(whole);
    this.#sitemaps = (options.sitemap ?? []).map(whole);
    refuseInvalidUrls(this.#seeds, this.#sitemaps);
    this.#options = withoutUndefined(options);
    this.#fetch = fetchOfProgram(this.#options);
    this.#connectTo = (options.connectTo ?? []).map((rule) => (typeof rule === 'string' ? parseConnectTo(rule) : rule));
  }

  async check(): Promise<void> {
    const { fresh = false, canon = {}, warc } = this.#options;
    await checkSelectors(this.#options);
    await checkRendering(this.#options);
    compile(canon);
    if (warc !== undefined) await (await import('./warc/warc-writer.ts')).makeWarcFolder(warc);
    if (!fresh) return;
    const urls = [...this.#seeds, ...this.#sitemaps];
    if (urls.length === 0) throw nothingToCrawl();
    refuseExcludedStarts(this.#seeds, this.#sitemaps, this.#options);
    await crawlFetcher(urls, fetchOf(this.#options, this.#connectTo), this.#fetch).close();
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
    const { dbWait, onDbWait, onDbBack } = this.#options;
    const server = withoutUndefined({ signal, dbWait, onDbWait, onDbBack });
    try {
      await this.check();
      const frontier = typeof db === 'string' ? await openFrontier(db, { fresh, join, durability, ...server }) : db;
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
      probe: 'off',
      onProbe: () => {},
      onProgress: () => {},
      onFailure: warnOnce(),
      ...options,
      frontier,
      seeds: this.#seeds,
      canon: options.canon ?? {},
      needs: needsWith(options.needs ?? {}),
      selectors: options,
      scope: scopeOf(options),
      fetch: fetchOf(options, this.#connectTo),
      customFetch: this.#fetch,
      rendering: renderingOf(options),
      isOffline: typeof options.fetch === 'object' && options.fetch.isOffline === true,
      delay: delay === null ? null : Math.min(delay, MAX_TIMEOUT),
      perSite: perHost,
      maxPages,
      recrawl: typeof recrawl === 'number' ? recrawl : recrawl ? 0 : null,
      obeysNofollow: options.obeyNofollow ?? false,
      sitemaps: this.#sitemaps,
      robotsSitemaps: options.sitemaps ?? true,
      run: randomUUID(),
      warc: warcOf(options),
      visit: handover === null ? null : (page) => handover.visit(page),
      signal,
    });
  }
}

/** Without `onFailure`, a handler that fails would go unnoticed. */
function warnOnce(): (failure: CrawlFailure) => void {
  let hasWarned = false;
  return ({ url, reason, message }) => {
    if (hasWarned || !reason.startsWith('handler-')) return;
    hasWarned = true;
    process.emitWarning(`${url}: ${message} (the option onFailure gets each failure)`, { type: 'CrawlWarning' });
  };
}

/** One valid seed is enough, because lists of seeds have mistakes. */
function refuseInvalidUrls(seeds: readonly string[], sitemaps: readonly string[]): void {
  const [seed] = seeds;
  if (seed !== undefined && seeds.every((url) => problemOf(url) !== null)) {
    throw new SessionError('no-seeds', `no seed is a valid URL: ${quote(seed)}: ${problemOf(seed)}`);
  }
  for (const url of sitemaps) {
    const problem = problemOf(url);
    if (problem === null) continue;
    throw new SessionError('bad-sitemap', `the sitemap ${quote(url)} is not a valid URL: ${problem}`);
  }
}

/** A crawl of which no start is in scope ends before its first request. */
function refuseExcludedStarts(seeds: readonly string[], sitemaps: readonly string[], options: CrawlOptions): void {
  const canonicalizer = compile(options.canon);
  const keys = validKeys([...seeds, ...sitemaps], canonicalizer.key);
  const discovery = new Discovery(canonicalizer, new Scope(keys, scopeOf(options)));
  const found = [
    ...seeds.map((url) => discovery.start(withoutUserinfo(url))),
    ...sitemaps.map((url) => discovery.start(withoutUserinfo(url), 'sitemap')),
  ];
  const [first] = found;
  if (first === undefined || found.some(({ skip }) => skip === null)) return;
  throw new SessionError(
    'no-seeds',
    `these options leave out every URL to start from, so nothing was deleted: ${quote(first.url)} (skip reason: ${first.skip})`,
  );
}

function problemOf(url: string): string | null {
  const parsed = parseUrl(url);
  return parsed instanceof UrlError ? parsed.message : null;
}

const HANDLER_TIMEOUT = 5 * 60_000;

function scopeOf(options: CrawlOptions): ScopeOptions {
  const { scope = 'host', include = [], exclude = [], depth, sample } = options;
  const { traps = true, maxSimilar = 100_000, maxEndless = MAX_ENDLESS } = options;
  return {
    kind: scope,
    include,
    exclude,
    maxDepth: depth ?? null,
    traps: traps ? { maxSimilar, maxEndless } : null,
    ...(sample !== undefined && { sample }),
  };
}

/** The renderer is loaded only if pages are rendered. */
function renderingOf({
  render,
  browser,
  userAgent = USER_AGENT,
  timeout = TIMEOUT,
  maxSize = MAX_SIZE,
}: CrawlOptions): SessionOptions['rendering'] {
  return {
    mode: render ?? null,
    start: async (network) => {
      const { startRenderer } = await import('./render/renderer.ts');
      const limits = { timeout: Math.min(timeout, MAX_TIMEOUT), maxBytes: maxSize };
      return startRenderer({ ...network, browser: browser ?? null, userAgent, ...limits });
    },
  };
}

const USER_AGENT = `dustpan/${version}`;
const TIMEOUT = 30_000;
const MAX_SIZE = 10 * 1024 * 1024;

const WARC_SIZE = 1024 ** 3;

function warcOf({ warc, warcSize = WARC_SIZE, warcAll = false }: CrawlOptions): ArchiveTarget | null {
  return warc === undefined ? null : { folder: warc, maxFileSize: warcSize, recordsAll: warcAll };
}

function fetchOf(options: CrawlOptions, connectTo: readonly ConnectTo[]): FetcherOptions {
  const { userAgent = USER_AGENT, headers = {}, timeout = TIMEOUT, allowPrivate = false, maxSize } = options;
  const { ca, proxy, cookies, clientCertificate } = options;
  const fields = Symbol.iterator in headers ? headers : Object.entries(headers);
  const given = withoutUndefined({ maxBytes: maxSize, ca, proxy, cookies, clientCertificate });
  return { userAgent, headers: fields, timeout, allowPrivate, connectTo, ...given };
}
