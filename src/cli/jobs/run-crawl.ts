import { randomUUID } from 'node:crypto';
import { clock } from '../../../crawler/clock.ts';
import type { CrawlFailure } from '../../../crawler/crawl.ts';
import { runSession } from '../../../crawler/session.ts';
import type { Frontier } from '../../../db/index.ts';
import type { Thresholds } from '../../evidence/thresholds.ts';
import { type CanonOptions, parseUrl, UrlError } from '../../index.ts';
import { UsageError } from '../io/exit.ts';
import { ProgressLine } from '../io/progress.ts';
import { type CrawlFlags, politeness, scopeOptions } from '../options/crawl-options.ts';
import { fetcherOptions } from '../options/fetch-options.ts';
import { type CrawlSummary, summarize } from '../render/crawl-summary.ts';
import { CrawlView } from '../render/crawl-view.ts';
import { quoted } from '../render/printable.ts';

/** The settings of a crawl from the command line. */
export interface CrawlOrder {
  readonly frontier: Frontier;
  readonly database: string;
  readonly seeds: readonly string[];
  readonly flags: CrawlFlags;
  readonly canon: CanonOptions;
  readonly needs: Thresholds;
  /** Fetch pages again that are older than this, in milliseconds; null not to. */
  readonly recrawl: number | null;
}

/** Crawls and shows progress, until the crawl is finished or aborted. */
export async function runCrawl(order: CrawlOrder, signal: AbortSignal): Promise<CrawlSummary> {
  const { frontier, database, seeds, flags, canon, needs, recrawl } = order;
  const started = performance.now();
  // One failure per reason; the database has them all.
  const failures = new Map<string, CrawlFailure>();
  const view = new CrawlView(clock());
  let probes = 0;
  const progress = new ProgressLine(async () => view.text(await frontier.stats(), clock()));
  const report = await runSession({
    frontier,
    seeds,
    canon,
    scope: scopeOptions(flags),
    fetch: fetcherOptions(flags),
    concurrency: flags.concurrency,
    ...politeness(flags),
    robots: flags.robots,
    recrawl,
    needs,
    probe: flags.probe,
    onProbe: () => {
      probes++;
    },
    obeysNofollow: flags.obeyNofollow === true,
    sitemaps: flags.sitemap.map(withScheme),
    robotsSitemaps: flags.sitemaps,
    maxPages: flags.maxPages ?? null,
    retries: flags.retries,
    run: randomUUID(),
    signal,
    onFailure: (failure) => {
      if (!failures.has(failure.reason)) failures.set(failure.reason, failure);
    },
    onProgress: (done) => view.progress(done, clock()),
    onWait: (wait) => view.wait(wait),
  }).finally(() => progress.stop());
  const seconds = (performance.now() - started) / 1000;
  return summarize(
    { database, interrupted: signal.aborted, seconds, report, probes, failures: [...failures.values()] },
    frontier,
    canon,
  );
}

/** Adds the missing scheme to `example.com`: `http://` on this machine, where servers rarely have certificates, else `https://`. */
export function withScheme(url: string): string {
  const parsed = parseUrl(url);
  const isComplete = !(parsed instanceof UrlError) && /^https?$/.test(parsed.protocol);
  if (isComplete || /^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  return `${/^(?:localhost|127\.|\[::1\])/.test(url) ? 'http' : 'https'}://${url}`;
}

/**
 * The default file of a crawl, named after the host of the first seed.
 *
 * @throws {UsageError} without a seed, or if the seed is not a URL
 */
export function defaultDatabase(seeds: readonly string[]): string {
  const first = seeds[0];
  if (first === undefined)
    throw new UsageError('no URL given; add a URL to start from, or continue a crawl with --db FILE');
  const url = parseUrl(first);
  if (url instanceof UrlError) throw new UsageError(`${quoted(first)}: ${url.message}`);
  const host = (url.asciiHost ?? '').replace(/^\[|\]$/g, '').replace(/[^a-z0-9._-]/g, '_');
  return `${host}${url.port === null ? '' : `_${Number(url.port)}`}.dustpan`;
}
