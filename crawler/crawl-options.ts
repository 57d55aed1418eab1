import type { OpenOptions } from '../db/open.ts';
import type { Frontier } from '../db/store.ts';
import { type CanonOptions, refuseUnknownCanonOptions } from '../src/canon/options.ts';
import { EVIDENCE_SOURCES } from '../src/evidence/evidence.ts';
import type { Thresholds } from '../src/evidence/thresholds.ts';
import { CLAIM_KINDS } from '../src/facts/claim-kind.ts';
import { type OptionNames, refuseUnknownOptions, withoutUndefined } from '../src/known-options.ts';
import { isTexts } from '../src/text/is-texts.ts';
import { didYouMean, quoteValue } from '../src/text/wording.ts';
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
    Partial<
      Pick<FetcherOptions, 'userAgent' | 'timeout' | 'allowPrivate' | 'ca' | 'proxy' | 'cookies' | 'clientCertificate'>
    >,
    Partial<Pick<ScopeOptions, 'include' | 'exclude'>>,
    Pick<LoopOptions, 'onOutcome' | 'onWait'>,
    Selectors,
    Partial<Pick<LoopOptions, 'concurrency' | 'retries' | 'signal' | 'onProgress' | 'onFailure'>> {
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
  /** The evidence that confirms a claim. */
  readonly needs?: Thresholds;
}

/** All options of `crawl`. */
export const CRAWL_OPTIONS: OptionNames<CrawlOptions> = {
  db: true,
  fresh: true,
  join: true,
  durability: true,
  dbWait: true,
  onDbWait: true,
  onDbBack: true,
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
  sample: true,
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
  proxy: true,
  cookies: true,
  clientCertificate: true,
  render: true,
  browser: true,
  warc: true,
  warcSize: true,
  warcAll: true,
  recrawl: true,
  probe: true,
};

/** The least value of each whole number. */
const COUNTS = {
  maxPages: 1,
  concurrency: 1,
  perHost: 1,
  retries: 0,
  warcSize: 1,
} as const satisfies Partial<Record<keyof CrawlOptions, number>>;
/** The least value of each limit: a whole number, or Infinity for no limit. */
const LIMITS = {
  depth: 0,
  sample: 1,
  maxSimilar: 1,
  maxEndless: 1,
  maxSize: 1,
} as const satisfies Partial<Record<keyof CrawlOptions, number>>;
/** The least value of each time, which may be Infinity. */
const TIMES = { handlerTimeout: 1, timeout: 1, dbWait: 0 } as const satisfies Partial<
  Record<keyof CrawlOptions, number>
>;

const CHOICES: Partial<Record<keyof CrawlOptions, readonly string[]>> = {
  scope: SCOPES,
  probe: PROBE_MODES,
  render: RENDER_MODES,
  onHandlerError: ['retry', 'fail'],
  durability: ['normal', 'full'],
};

const LISTS = ['include', 'exclude', 'sitemap'] as const satisfies (keyof CrawlOptions)[];
const SWITCHES = [
  'traps',
  'obeyNofollow',
  'sitemaps',
  'robots',
  'allowPrivate',
  'warcAll',
  'fresh',
  'join',
] as const satisfies (keyof CrawlOptions)[];
const TEXTS = [
  'ca',
  'follow',
  'main',
  'ignore',
  'userAgent',
  'cookies',
  'browser',
  'warc',
] as const satisfies (keyof CrawlOptions)[];
const FUNCTIONS = [
  'onDbWait',
  'onDbBack',
  'onPage',
  'onProgress',
  'onFailure',
  'onOutcome',
  'onWait',
  'onProbe',
] as const satisfies (keyof CrawlOptions)[];

/**
 * Refuses what an option of a crawl cannot be. The types say the same, but JavaScript has none.
 *
 * @throws {UnknownOptionError} for an option that does not exist
 * @throws {TypeError} for a value that an option cannot have
 */
export function checkCrawlOptions(seeds: unknown, options: CrawlOptions): void {
  refuseUnknownOptions(options, CRAWL_OPTIONS, 'of crawl');
  refuseUnknownCanonOptions(options.canon ?? {}, 'in canon of crawl');
  refuseInvalidValues(seeds, options);
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

function refuseInvalidValues(seeds: unknown, options: CrawlOptions): void {
  if (!isTexts(seeds))
    throw new TypeError('the seeds of crawl are a URL or a list of URLs, as strings: write url.href');
  const given = new Map<string, unknown>(Object.entries(withoutUndefined(options)));
  const check = (name: keyof CrawlOptions, isValid: (value: unknown) => boolean, remedy: string): void => {
    if (!given.has(name) || isValid(given.get(name))) return;
    throw new TypeError(`the option ${name} of crawl is ${quoteValue(given.get(name))}; ${remedy}`);
  };
  for (const [name, least] of entriesOf(COUNTS)) {
    check(name, (value) => isCount(value, least), `write a whole number of at least ${least}`);
  }
  for (const [name, least] of entriesOf(LIMITS)) {
    const isLimit = (value: unknown): boolean => value === Number.POSITIVE_INFINITY || isCount(value, least);
    check(name, isLimit, `write a whole number of at least ${least}, or Infinity`);
  }
  for (const [name, least] of entriesOf(TIMES)) {
    check(name, (value) => typeof value === 'number' && value >= least, `write a number of at least ${least}`);
  }
  check('delay', isTime, 'write a number of at least 0, but not Infinity');
  check('recrawl', (value) => typeof value === 'boolean' || isTime(value), 'write true, or a number of milliseconds');
  for (const [name, choices] of entriesOf(CHOICES)) {
    const value = given.get(name);
    const remedy = didYouMean(typeof value === 'string' ? value : '', choices).slice('; '.length);
    check(name, () => choices.some((choice) => choice === value), remedy);
  }
  for (const name of LISTS) check(name, isTexts, 'write a list of strings in [ ]');
  const isRule = (rule: unknown): boolean => typeof rule === 'string' || (isObject(rule) && 'toHost' in rule);
  check('connectTo', (value) => Array.isArray(value) && value.every(isRule), 'write a list of rules in [ ]');
  check('headers', isHeaders, "write { 'accept-language': 'de' }, or a list of names and values");
  check('clientCertificate', isCertificate, 'write { cert, key } with the texts of the PEM files');
  const isStore = (value: unknown): boolean => isObject(value) && 'getMeta' in value;
  check('db', (value) => typeof value === 'string' || isStore(value), 'write a file, an address, or a store');
  for (const name of TEXTS) check(name, (value) => typeof value === 'string', 'write a string');
  for (const name of SWITCHES) check(name, (value) => typeof value === 'boolean', 'write true or false');
  for (const name of FUNCTIONS) check(name, (value) => typeof value === 'function', 'write a function');
  const isSelect = (value: unknown): boolean => isObject(value) && isTexts(Object.values(value));
  check('select', isSelect, "write a selector for each field, such as { title: 'h1' }");
  check('signal', (value) => value instanceof AbortSignal, 'write the signal of an AbortController');
  check('proxy', isProxySetting, "write a URL such as 'http://proxy.example:8080', or process.env");
  check('needs', isThresholds, 'write { www: { content: 5, deep: 2 }, … } with whole numbers for each kind of claim');
}

function entriesOf<Name extends string, Value>(record: { readonly [name in Name]?: Value }): readonly [Name, Value][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the constants above have these keys only
  return Object.entries(record) as [Name, Value][];
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

function isHeaders(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((field) => isTexts(field) && field.length === 2);
  return isObject(value) && isTexts(Object.values(value));
}

function isCertificate(value: unknown): boolean {
  const given = isObject(value) ? withoutUndefined(value) : {};
  return 'key' in given && isTexts(Object.values(given));
}

function isThresholds(value: unknown): boolean {
  if (!isObject(value)) return false;
  return CLAIM_KINDS.every((kind) => {
    const need: unknown = Reflect.get(value, kind);
    const names: readonly string[] = ['deep', ...EVIDENCE_SOURCES];
    return (
      isObject(need) &&
      isCount(Reflect.get(need, 'deep'), 0) &&
      Object.entries(need).every(([name, count]) => names.includes(name) && isCount(count, 0))
    );
  });
}
