import type { OpenOptions } from '../db/open.ts';
import type { Frontier } from '../db/store.ts';
import { CANON_OPTIONS, type CanonOptions, refuseUnknownCanonOptions } from '../src/canon/options.ts';
import { EVIDENCE_SOURCES } from '../src/evidence/evidence.ts';
import type { ThresholdChanges } from '../src/evidence/thresholds.ts';
import { CLAIM_KINDS } from '../src/facts/claim-kind.ts';
import {
  atLeast,
  CALLBACK,
  CHECKED_LATER,
  type OptionCheck,
  type OptionChecks,
  optionCheck,
  refuseInvalidOptions,
  refuseMisplacedOptions,
  SIGNAL,
  SWITCH,
  TEXT,
  withoutUndefined,
} from '../src/known-options.ts';
import { isTexts } from '../src/text/is-texts.ts';
import { didYouMean } from '../src/text/wording.ts';
import type { LoopOptions } from './crawl-loop.ts';
import type { ConnectTo } from './fetch/connect-to.ts';
import type { CustomFetch, CustomFetcher } from './fetch/custom-fetch.ts';
import type { FetcherOptions } from './fetch/fetcher.ts';
import type { RequestHeader } from './fetch/headers.ts';
import { isProxySetting } from './fetch/proxy.ts';
import type { PageHandler } from './handover.ts';
import { PROBE_MODES, type ProbeMode } from './learning/probe-mode.ts';
import { RENDER_MODES, type RenderMode } from './render/render-mode.ts';
import { SCOPES, type ScopeOptions } from './scope/scope.ts';
import type { Selectors } from './selection/selectors.ts';

/** How to crawl. Every option may be omitted. Times are in milliseconds. */
export interface CrawlOptions
  extends Omit<OpenOptions, 'readonly' | 'signal'>,
    Partial<Pick<FetcherOptions, 'timeout' | 'allowPrivate' | 'ca' | 'proxy' | 'cookies' | 'clientCertificate'>>,
    Partial<Pick<ScopeOptions, 'include' | 'exclude'>>,
    Pick<LoopOptions, 'onOutcome' | 'onWait'>,
    Selectors,
    Partial<Pick<LoopOptions, 'signal' | 'onProgress' | 'onFailure'>> {
  /**
   * The crawl to write or to resume, by its file or its `postgres://` address, or a store that the caller opens and closes,
   * on which `durability` and `dbWait` have no effect. Default: `:memory:`, which nothing keeps.
   */
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
  /** The number of pages after which the crawl stops, together with those that share it. Default: no limit. */
  readonly maxPages?: number;
  /** The greatest number of links from a seed. Default: no limit. */
  readonly depth?: number;
  /** The most pages of one folder that differ only in their names and parameter values. Default: no limit. */
  readonly sample?: number;
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
  /** The number of fetches at a time, across all sites. Default: 16. */
  readonly concurrency?: number;
  /** How often a temporary failure is retried. Default: 2. */
  readonly retries?: number;
  /** The User-Agent header of every request. Its start is the name that robots.txt knows. Default: `dustpan/` and the version. */
  readonly userAgent?: string;
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
  /**
   * Which pages a browser renders before they are read: `auto`, those that scripts may build or change. It needs the
   * package playwright-core, and Chromium, Chrome or Firefox. Default: as in the last run of the crawl, or `off`.
   */
  readonly render?: RenderMode;
  /** The browser's program. Default: the first of the usual names and places. */
  readonly browser?: string;
  /** Record all requests and responses as WARC files in this folder, with an index beside each. */
  readonly warc?: string;
  /** The size in bytes at which a new WARC file begins. Default: 1 GiB. */
  readonly warcSize?: number;
  /** Whether to record pages too that ask not to be archived (`noarchive`). Default: false. */
  readonly warcAll?: boolean;
  /** Fetch pages again: all (`true`), or those fetched at least this long ago. */
  readonly recrawl?: boolean | number;
  /** Whether to send requests that find out which URLs show the same page. Default: `off`. */
  readonly probe?: ProbeMode;
  /** Called with each URL that is requested for a probe only. */
  readonly onProbe?: (url: string) => void;
  /** Changes to how many pairs of URLs confirm a claim, by kind of claim and source: `{ slash: { content: 8 } }`. */
  readonly needs?: ThresholdChanges;
}

const TEXTS = optionCheck(isTexts, 'a list of strings in [ ]');

/** All options of `crawl`. */
export const CRAWL_OPTIONS: OptionChecks<CrawlOptions> = {
  db: optionCheck((value) => typeof value === 'string' || isStore(value), 'a file, an address, or a store'),
  fresh: SWITCH,
  join: SWITCH,
  durability: oneOf(['normal', 'full']),
  dbWait: atLeast(0),
  onDbWait: CALLBACK,
  onDbBack: CALLBACK,
  signal: SIGNAL,
  onPage: CALLBACK,
  onHandlerError: oneOf(['retry', 'fail']),
  handlerTimeout: atLeast(1),
  onProgress: CALLBACK,
  onFailure: CALLBACK,
  onOutcome: CALLBACK,
  onWait: CALLBACK,
  onProbe: CALLBACK,
  canon: CHECKED_LATER,
  needs: optionCheck(isThresholds, '{ slash: { content: 8 } } with whole numbers, by the kind of claim'),
  select: optionCheck(isTextByName, "a selector for each field, such as { title: 'h1' }"),
  follow: TEXT,
  main: TEXT,
  ignore: TEXT,
  scope: oneOf(SCOPES),
  include: TEXTS,
  exclude: TEXTS,
  maxPages: count(1),
  depth: limit(0),
  sample: limit(1),
  traps: SWITCH,
  maxSimilar: limit(1),
  maxEndless: limit(1),
  obeyNofollow: SWITCH,
  sitemap: TEXTS,
  sitemaps: SWITCH,
  robots: SWITCH,
  delay: optionCheck(isTime, 'a number of at least 0, but not Infinity'),
  concurrency: count(1),
  perHost: count(1),
  retries: count(0),
  timeout: atLeast(1),
  maxSize: limit(1),
  userAgent: TEXT,
  headers: optionCheck(isHeaders, "{ 'accept-language': 'de' }, or a list of names and values"),
  connectTo: optionCheck((value) => Array.isArray(value) && value.every(isRule), 'a list of rules in [ ]'),
  fetch: CHECKED_LATER,
  ca: TEXT,
  allowPrivate: SWITCH,
  proxy: optionCheck(isProxySetting, "a URL such as 'http://proxy.example:8080', or process.env"),
  cookies: TEXT,
  clientCertificate: optionCheck(isCertificate, '{ cert, key } with the texts of the PEM files'),
  render: oneOf(RENDER_MODES),
  browser: TEXT,
  warc: TEXT,
  warcSize: count(1),
  warcAll: SWITCH,
  recrawl: optionCheck((value) => typeof value === 'boolean' || isTime(value), 'true, or a number of milliseconds'),
  probe: oneOf(PROBE_MODES),
};

/**
 * Refuses what an option of a crawl cannot be.
 *
 * @throws {UnknownOptionError} for an option that does not exist
 * @throws {TypeError} for a value that an option cannot have
 */
export function checkCrawlOptions(seeds: unknown, options: CrawlOptions): void {
  if (!isTexts(seeds))
    throw new TypeError('the seeds of crawl are a URL or a list of URLs, as strings: write url.href');
  refuseMisplacedOptions(options, 'canon', CANON_OPTIONS, 'of crawl');
  refuseInvalidOptions(options, CRAWL_OPTIONS, 'of crawl');
  refuseUnknownCanonOptions(options.canon ?? {}, 'in canon of crawl');
  if (options.browser !== undefined && (options.render ?? 'off') === 'off') {
    throw new TypeError('the option browser of crawl has no effect without render: add render');
  }
  for (const name of ['warcSize', 'warcAll'] as const) {
    if (!options[name] || options.warc !== undefined) continue;
    throw new TypeError(`the option ${name} of crawl has no effect without warc: add warc`);
  }
  if (typeof options.db === 'object' && (options.fresh || options.join)) {
    throw new TypeError('the options fresh and join of crawl have no effect on a store: give them to openFrontier');
  }
}

function oneOf(choices: readonly string[]): OptionCheck {
  return {
    fits: (value) => choices.some((choice) => choice === value),
    remedy: (value) => didYouMean(typeof value === 'string' ? value : '', choices).slice('; '.length),
  };
}

function count(least: number): OptionCheck {
  return optionCheck((value) => isCount(value, least), `a whole number of at least ${least}`);
}

/** A whole number, or Infinity for no limit. */
function limit(least: number): OptionCheck {
  const fits = (value: unknown): boolean => value === Number.POSITIVE_INFINITY || isCount(value, least);
  return optionCheck(fits, `a whole number of at least ${least}, or Infinity`);
}

function isCount(value: unknown, least: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a store, and not its name. */
export function isStore(value: unknown): boolean {
  return isObject(value) && 'getMeta' in value;
}

function isRule(rule: unknown): boolean {
  return typeof rule === 'string' || (isObject(rule) && 'toHost' in rule);
}

function isTextByName(value: unknown): boolean {
  return isObject(value) && isTexts(Object.values(value));
}

function isHeaders(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((field) => isTexts(field) && field.length === 2);
  return isObject(value) && !(Symbol.iterator in value) && isTextByName(value);
}

function isCertificate(value: unknown): boolean {
  const given = isObject(value) ? withoutUndefined(value) : {};
  return 'key' in given && isTexts(Object.values(given));
}

function isThresholds(value: unknown): boolean {
  const kinds: readonly string[] = CLAIM_KINDS;
  const names: readonly string[] = ['deep', ...EVIDENCE_SOURCES];
  const isThreshold = (need: unknown): boolean =>
    isObject(need) && Object.entries(need).every(([name, least]) => names.includes(name) && isCount(least, 0));
  return isObject(value) && Object.entries(value).every(([kind, need]) => kinds.includes(kind) && isThreshold(need));
}
