import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CrawlOptions } from '../../../crawler/crawl-options.ts';
import { PROBE_MODES, type ProbeMode } from '../../../crawler/learning/probe-mode.ts';
import { MAX_ENDLESS } from '../../../crawler/limits.ts';
import { RENDER_MODES, type RenderMode } from '../../../crawler/render/render-mode.ts';
import { compileGlob, GlobError } from '../../../crawler/scope/glob.ts';
import { SCOPES, type ScopeKind } from '../../../crawler/scope/scope.ts';
import { withoutUndefined } from '../../known-options.ts';
import { quote } from '../../text/wording.ts';
import {
  addFetchOptions,
  type FetchFlags,
  type NetworkOptions,
  networkOptions,
  POLITENESS,
  requestOptions,
} from './fetch-options.ts';
import { refuseIdleOptions } from './idle-options.ts';
import { more, repeatable } from './list-option.ts';
import { withScheme } from './seeds.ts';
import { count, size } from './units.ts';

/** The options of a crawl. */
export interface CrawlFlags extends FetchFlags {
  readonly scope: ScopeKind;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxPages?: number;
  readonly depth?: number;
  readonly sample?: number;
  readonly traps: boolean;
  readonly maxSimilar: number;
  readonly maxEndless: number;
  readonly concurrency: number;
  readonly perHost?: number;
  readonly rate?: number;
  readonly probe: ProbeMode;
  readonly obeyNofollow?: true;
  readonly sitemap: readonly string[];
  readonly sitemaps: boolean;
  readonly retries: number;
  readonly warc?: string;
  readonly warcSize?: number;
  readonly warcAll?: true;
  readonly select?: Readonly<Record<string, string>>;
  readonly follow?: string;
  readonly main?: string;
  readonly ignore?: string;
  readonly render?: RenderMode;
  readonly browser?: string;
}

/** Adds the options that choose the URLs to fetch. */
export function addScopeOptions(command: Command): Command {
  return command
    .optionsGroup('Where to crawl:')
    .addOption(
      new Option(
        '--scope <scope>',
        'how far to follow links: host (the hosts of the seeds, with and without www.), domain (and their subdomains), prefix (below the folders of the seeds), any',
      )
        .choices(SCOPES)
        .default('host'),
    )
    .option(
      '--max-pages <n>',
      'stop after this number of pages, those of processes that share the crawl included',
      count(1),
    )
    .option('--depth <n>', 'maximum number of links from a seed', count(0))
    .option(
      '--sample <n>',
      'maximum number of pages of one folder that differ only in their names and parameter values, for a first look at a large site',
      count(1),
    )
    .addOption(repeatable('--include <glob>', 'fetch only URLs that match, such as /docs/** or https://…', glob, 'all'))
    .addOption(repeatable('--exclude <glob>', 'do not fetch URLs that match', glob))
    .addOption(repeatable('--sitemap <url>', 'also read this sitemap or sitemap index', more))
    .option('--no-sitemaps', 'do not read the sitemaps that robots.txt names')
    .option('--obey-nofollow', 'do not follow links marked nofollow by rel, meta robots or X-Robots-Tag');
}

/** Adds the options that take values, links and content from pages by CSS selectors. */
export function addSelectorOptions(command: Command): Command {
  return command
    .optionsGroup('What to take from pages, by CSS selectors:')
    .option(
      '--select <name=selector>',
      'keep the text of the elements that match, such as price=.price, or an attribute, such as image=img@src; repeatable',
      field,
    )
    .option(
      '--follow <selector>',
      'follow only the links in elements that match, and record the others; repeatable',
      either,
    )
    .option(
      '--main <selector>',
      'the elements with the content of a page, which is compared to find duplicates; repeatable',
      either,
    )
    .option(
      '--ignore <selector>',
      'the elements that are not content; repeatable (default: without --main, nav, aside, and header and footer of the page)',
      either,
    );
}

/** Adds the options that render pages. */
export function addRenderOptions(command: Command): Command {
  return command
    .optionsGroup('Pages built by scripts:')
    .addOption(
      new Option(
        '--render [mode]',
        'read pages as a browser shows them: all (always, or no mode), those that scripts may build or change (auto), or none (off). Needs the package playwright-core (default: as in the last run of the crawl, or off)',
      )
        .argParser(renderMode)
        .preset('always'),
    )
    .option(
      '--browser <path>',
      'the program of Chromium, Chrome or Firefox for --render, by its path or name (default: the first one found)',
    );
}

function renderMode(text: string): RenderMode {
  const mode = RENDER_MODES.find((known) => known === text);
  if (mode !== undefined) return mode;
  throw new InvalidArgumentError('Write --render, --render auto or --render off; --render alone goes behind the URL.');
}

/** @throws {UsageError} if `--browser`, `--warc-size` or `--warc-all` has no effect */
export function refuseIdleCrawlOptions(command: Command, { render = 'off', warc }: CrawlFlags): void {
  if (render === 'off') refuseIdleOptions(command, new Set(['browser']), 'without --render; add --render');
  if (warc === undefined)
    refuseIdleOptions(command, new Set(['warcSize', 'warcAll']), 'without --warc; add --warc FOLDER');
}

/** Adds the options that record a crawl as a web archive. */
export function addWarcOptions(command: Command): Command {
  return command
    .optionsGroup('Web archives:')
    .option(
      '--warc <folder>',
      'record all requests and responses as WARC files in this folder, with an index beside each',
    )
    .option('--warc-size <size>', 'begin a new WARC file at this size (default: 1G)', size)
    .option('--warc-all', 'also record pages that ask not to be archived (noarchive)')
    .addOption(
      repeatable(
        '--from-warc <file>',
        'crawl this WARC file in place of the network, from its first page if no URL is given',
        more,
      ).conflicts('warc'),
    );
}

/** A selector of what any of several selectors match. */
function either(text: string, before?: string): string {
  return before === undefined ? text : `${before}, ${text}`;
}

function field(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, name, selector] = /^([^=]*)=([^]*)$/.exec(text) ?? [];
  if (name === undefined || selector === undefined) throw new InvalidArgumentError('Write it as title=h1.');
  if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`The field ${quote(name)} is given twice.`);
  return { ...before, [name]: selector };
}

/**
 * Adds the options for probing, politeness, requests and crawler traps.
 *
 * @param probe the default of `--probe`
 */
export function addCrawlOptions(command: Command, probe: ProbeMode = 'off'): Command {
  command
    .optionsGroup('Duplicates:')
    .addOption(
      new Option(
        '--probe <mode>',
        'send requests to find out which URLs show the same page: auto, only where the answer can save fetches or undo a merge; full, everything',
      )
        .choices(PROBE_MODES)
        .default(probe),
    )
    .optionsGroup(POLITENESS)
    .addOption(
      new Option('--rate <n>', 'maximum fetches per second and host; the inverse of --delay')
        .argParser(rate)
        .conflicts('delay'),
    )
    .option('--concurrency <n>', 'parallel fetches, all hosts together', count(1), 16)
    .option(
      '--per-host <n>',
      'parallel fetches per host (default: that of the resumed crawl; otherwise 1 if there is a delay, else --concurrency)',
      count(1),
    )
    .option('--retries <n>', 'retries after a temporary failure, such as a timeout', count(0), 2);
  return addFetchOptions(command, '; a resumed crawl keeps its delay')
    .optionsGroup('Crawler traps:')
    .addOption(
      new Option('--max-similar <n>', 'maximum number of URLs that differ only in numbers and parameter values')
        .argParser(count(1))
        .default(100_000)
        .conflicts('traps'),
    )
    .addOption(
      new Option(
        '--max-endless <n>',
        'stop crawling a site after this many requests if its pages still lead to new URLs',
      )
        .argParser(count(1))
        .default(MAX_ENDLESS)
        .conflicts('traps'),
    )
    .option('--no-traps', 'do not cut off crawler traps, such as endless calendars');
}

function glob(text: string, before: readonly string[]): readonly string[] {
  if (!canMatch(text)) {
    throw new InvalidArgumentError(
      'It matches no URL. Start it with a slash for paths, as in /docs/**, or with https:// or http:// for URLs.',
    );
  }
  try {
    compileGlob(text);
    return more(text, before);
  } catch (error) {
    if (error instanceof GlobError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

/** Whether some path or URL can begin as the glob does. */
function canMatch(text: string): boolean {
  const [start = ''] = /^[^*?[{\\]*/.exec(text) ?? [];
  return start.startsWith('/') || ['http://', 'https://'].some((one) => one.startsWith(start) || start.startsWith(one));
}

function rate(text: string): number {
  const number = Number(text);
  if (/^\d*\.?\d+$/.test(text) && number > 0) return number;
  throw new InvalidArgumentError('Write a number above 0, such as 5 or 0.5.');
}

/**
 * The options of the crawl that the flags name.
 *
 * @param network those of the network; none for a crawl of an archive
 */
export function crawlOptions(flags: CrawlFlags, network: NetworkOptions = networkOptions(flags)): CrawlOptions {
  const { scope, include, exclude, maxPages, depth, sample, sitemap, sitemaps, obeyNofollow = false, probe } = flags;
  const { traps, maxSimilar, maxEndless, concurrency, perHost, retries, robots } = flags;
  const { select, follow, main, ignore, render, browser, warc, warcSize, warcAll = false } = flags;
  const { maxBytes: maxSize, ...requests } = requestOptions(flags);
  const limits = { maxSize, maxPages, depth, sample, perHost, delay: delayGiven(flags), warcSize };
  return {
    ...requests,
    ...network,
    scope,
    include,
    exclude,
    sitemap: sitemap.map(withScheme),
    sitemaps,
    obeyNofollow,
    probe,
    traps,
    maxSimilar,
    maxEndless,
    concurrency,
    retries,
    robots,
    ...withoutUndefined({ ...limits, select, follow, main, ignore, render, browser }),
    ...(warc !== undefined && { warc, warcAll }),
  };
}

/** The delay between two fetches from a host, in milliseconds; undefined if no flag sets it. */
export function delayGiven({ delay, rate: perSecond }: CrawlFlags): number | undefined {
  return perSecond === undefined ? delay : 1000 / perSecond;
}
