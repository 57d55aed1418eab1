import { type Command, InvalidArgumentError, Option } from 'commander';
import { PROBE_MODES, type ProbeMode } from '../../../crawler/learning/site-probes.ts';
import { MAX_ENDLESS } from '../../../crawler/limits.ts';
import { compileGlob, GlobError } from '../../../crawler/scope/glob.ts';
import { SCOPES, type ScopeKind, type ScopeOptions } from '../../../crawler/scope/scope.ts';
import { more } from './canon-options.ts';
import { addFetchOptions, type FetchFlags } from './fetch-options.ts';
import { count } from './units.ts';

/** What the options of a crawl hold. */
export interface CrawlFlags extends FetchFlags {
  readonly scope: ScopeKind;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxPages?: number;
  readonly depth?: number;
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
}

/**
 * Adds the options that say where a crawl goes, and how fast.
 *
 * @param probe what is asked of sites where --probe does not say
 */
export function addCrawlOptions(command: Command, probe: ProbeMode = 'off'): Command {
  command
    .addOption(new Option('--scope <scope>', 'how far from the seeds').choices(SCOPES).default('host'))
    .addOption(
      new Option('--include <glob>', 'fetch only what matches: /docs/** or https://…')
        .argParser(glob)
        .default([], 'all'),
    )
    .addOption(new Option('--exclude <glob>', 'do not fetch what matches').argParser(glob).default([], 'none'))
    .addOption(new Option('--max-pages <n>', 'stop after that many pages').argParser(count(1)))
    .addOption(new Option('--depth <n>', 'most links from a seed').argParser(count(0)))
    .addOption(
      new Option('--max-similar <n>', 'most URLs that differ in numbers and parameter values alone')
        .argParser(count(1))
        .default(100_000),
    )
    .addOption(
      new Option('--max-endless <n>', 'requests after which a site is left whose pages still lead to new URLs')
        .argParser(count(1))
        .default(MAX_ENDLESS),
    )
    .option('--no-traps', 'follow a site also where it makes up URLs without end')
    .addOption(new Option('--concurrency <n>', 'fetches at a time').argParser(count(1)).default(16))
    .addOption(
      new Option(
        '--per-host <n>',
        'fetches of one host at a time (default: as last time, or 1 where there is a delay, else as many as --concurrency)',
      ).argParser(count(1)),
    )
    .addOption(
      new Option('--rate <n>', 'fetches of one host a second; another way to say --delay')
        .argParser(rate)
        .conflicts('delay'),
    )
    .addOption(
      new Option('--sitemap <url>', 'read that sitemap or index of sitemaps').argParser(more).default([], 'none'),
    )
    .option('--no-sitemaps', 'leave the sitemaps alone that robots.txt names')
    .addOption(
      new Option(
        '--probe <mode>',
        'ask sites which of their URLs are one page: auto where that would spare or split entries, full about everything',
      )
        .choices(PROBE_MODES)
        .default(probe),
    )
    .option('--obey-nofollow', 'leave links alone that a page asks not to follow: rel, meta robots, X-Robots-Tag')
    .addOption(new Option('--retries <n>', 'tries again after a passing failure').argParser(count(0)).default(2));
  return addFetchOptions(command);
}

function glob(text: string, before: readonly string[]): readonly string[] {
  try {
    compileGlob(text);
    return more(text, before);
  } catch (error) {
    if (error instanceof GlobError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

function rate(text: string): number {
  const number = Number(text);
  if (/^\d*\.?\d+$/.test(text) && number > 0) return number;
  throw new InvalidArgumentError('Write a number above 0, such as 5 or 0.5.');
}

/** How often one host is asked, as a session wants it. */
export function politeness({ perHost, delay, rate: perSecond }: CrawlFlags): {
  readonly perSite: number | null;
  readonly delay: number | null;
} {
  return { perSite: perHost ?? null, delay: perSecond === undefined ? (delay ?? null) : 1000 / perSecond };
}

export function scopeOptions({
  scope,
  include,
  exclude,
  depth,
  traps,
  maxSimilar,
  maxEndless,
}: CrawlFlags): ScopeOptions {
  return { kind: scope, include, exclude, maxDepth: depth ?? null, traps: traps ? { maxSimilar, maxEndless } : null };
}
